import type { FullCatalogue } from './catalogue';
import { accounts } from './zh-CN/accounts';
import { boards } from './zh-CN/boards';
import { comments } from './zh-CN/comments';
import { history } from './zh-CN/history';
import { inviting } from './zh-CN/inviting';
import { joining } from './zh-CN/joining';
import { notifications } from './zh-CN/notifications';
import { profile } from './zh-CN/profile';
import { refusals } from './zh-CN/refusals';
import { shell } from './zh-CN/shell';
import { starting } from './zh-CN/starting';
import { tasks } from './zh-CN/tasks';
import { teams } from './zh-CN/teams';
import { validation } from './zh-CN/validation';
import { views } from './zh-CN/views';

/** Simplified Chinese. */
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
