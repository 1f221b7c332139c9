import { entityMessages } from '@livelane/shared/http/messages';
import { boards } from './en-GB/boards';
import { cards } from './en-GB/cards';
import { comments } from './en-GB/comments';
import { frame } from './en-GB/frame';
import { history } from './en-GB/history';
import { inviting } from './en-GB/inviting';
import { notifications } from './en-GB/notifications';
import { search } from './en-GB/search';
import { starting } from './en-GB/starting';
import { tasks } from './en-GB/tasks';
import { teams } from './en-GB/teams';
import { views } from './en-GB/views';

/** Texts of the signed-in part only; they come with its script. */
export const privateTexts = {
  ...entityMessages,
  ...frame,
  ...history,
  ...inviting,
  ...notifications,
  ...teams,
  ...boards,
  ...cards,
  ...comments,
  ...tasks,
  ...views,
  ...search,
  ...starting,
} as const;
