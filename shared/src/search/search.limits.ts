export const SEARCH_TEXT_MAX = 200;

/** Where words are looked for. */
export const searchFields = ['title', 'description', 'checklist', 'comment'] as const;
export type SearchField = (typeof searchFields)[number];
