import { accounts } from './ar/accounts';
import { boards } from './ar/boards';
import { comments } from './ar/comments';
import { history } from './ar/history';
import { inviting } from './ar/inviting';
import { joining } from './ar/joining';
import { notifications } from './ar/notifications';
import { profile } from './ar/profile';
import { refusals } from './ar/refusals';
import { shell } from './ar/shell';
import { starting } from './ar/starting';
import { tasks } from './ar/tasks';
import { teams } from './ar/teams';
import { validation } from './ar/validation';
import { views } from './ar/views';
import type { FullCatalogue } from './catalogue';
import { isolateArguments } from './isolateArguments';

/** Arabic. */
const catalogue: FullCatalogue = isolateArguments({
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
});

export default catalogue;
