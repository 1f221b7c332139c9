import type { WordField } from '../tasks/task.fields';

export const SEARCH_TEXT_MAX = 200;

/** The searched texts: each text field of a task (R23), and its comments. */
export type SearchField = WordField | 'comment';
const searched: Record<SearchField, true> = {
  title: true,
  description: true,
  checklist: true,
  comment: true,
};
export const searchFields = Object.keys(searched) as [SearchField, ...SearchField[]];
