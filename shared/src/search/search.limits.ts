import type { WordField } from '../tasks/task.fields';

export const SEARCH_TEXT_MAX = 200;

/** Where words are looked for: in each field of a task that holds any (R23), and in its comments. */
export type SearchField = WordField | 'comment';
const searched: Record<SearchField, true> = {
  title: true,
  description: true,
  checklist: true,
  comment: true,
};
export const searchFields = Object.keys(searched) as [SearchField, ...SearchField[]];
