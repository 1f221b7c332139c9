import type { FullCatalogue } from './catalogue';
import { accounts } from './pt-BR/accounts';
import { boards } from './pt-BR/boards';
import { comments } from './pt-BR/comments';
import { history } from './pt-BR/history';
import { inviting } from './pt-BR/inviting';
import { joining } from './pt-BR/joining';
import { notifications } from './pt-BR/notifications';
import { profile } from './pt-BR/profile';
import { refusals } from './pt-BR/refusals';
import { shell } from './pt-BR/shell';
import { starting } from './pt-BR/starting';
import { tasks } from './pt-BR/tasks';
import { teams } from './pt-BR/teams';
import { validation } from './pt-BR/validation';
import { views } from './pt-BR/views';

/** Brazilian Portuguese. */
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
