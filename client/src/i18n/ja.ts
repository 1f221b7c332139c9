import type { FullCatalogue } from './catalogue';
import { accounts } from './ja/accounts';
import { boards } from './ja/boards';
import { comments } from './ja/comments';
import { history } from './ja/history';
import { inviting } from './ja/inviting';
import { joining } from './ja/joining';
import { notifications } from './ja/notifications';
import { profile } from './ja/profile';
import { refusals } from './ja/refusals';
import { shell } from './ja/shell';
import { starting } from './ja/starting';
import { tasks } from './ja/tasks';
import { teams } from './ja/teams';
import { validation } from './ja/validation';
import { views } from './ja/views';

/** Japanese. */
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
