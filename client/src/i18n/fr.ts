import type { FullCatalogue } from './catalogue';
import { accounts } from './fr/accounts';
import { boards } from './fr/boards';
import { comments } from './fr/comments';
import { history } from './fr/history';
import { inviting } from './fr/inviting';
import { joining } from './fr/joining';
import { notifications } from './fr/notifications';
import { profile } from './fr/profile';
import { refusals } from './fr/refusals';
import { shell } from './fr/shell';
import { starting } from './fr/starting';
import { tasks } from './fr/tasks';
import { teams } from './fr/teams';
import { validation } from './fr/validation';
import { views } from './fr/views';

/** French. */
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
