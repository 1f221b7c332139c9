import type { FullCatalogue } from './catalogue';
import { accounts } from './es/accounts';
import { boards } from './es/boards';
import { comments } from './es/comments';
import { history } from './es/history';
import { inviting } from './es/inviting';
import { joining } from './es/joining';
import { notifications } from './es/notifications';
import { profile } from './es/profile';
import { refusals } from './es/refusals';
import { shell } from './es/shell';
import { starting } from './es/starting';
import { tasks } from './es/tasks';
import { teams } from './es/teams';
import { validation } from './es/validation';
import { views } from './es/views';

/** Spanish. */
const catalogue: FullCatalogue = {
  ...validation,
  ...refusals,
  ...shell,
  ...accounts,
  ...comments,
  ...history,
  ...inviting,
  ...joining,
  ...profile,
  ...teams,
  ...boards,
  ...notifications,
  ...tasks,
  ...views,
  ...starting,
};

export default catalogue;
