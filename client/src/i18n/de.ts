import type { FullCatalogue } from './catalogue';
import { accounts } from './de/accounts';
import { boards } from './de/boards';
import { comments } from './de/comments';
import { history } from './de/history';
import { inviting } from './de/inviting';
import { joining } from './de/joining';
import { notifications } from './de/notifications';
import { profile } from './de/profile';
import { refusals } from './de/refusals';
import { shell } from './de/shell';
import { starting } from './de/starting';
import { tasks } from './de/tasks';
import { teams } from './de/teams';
import { validation } from './de/validation';
import { views } from './de/views';

/** German. */
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
