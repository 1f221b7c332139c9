import { textDrafts } from '#lib/textDrafts';

const { load, keep } = textDrafts('card');
const idOf = (boardId: string, state: string) => `${boardId}:${state}`;

/** The title that is being typed for a column's next card. */
export const loadCardDraft = (userId: string, boardId: string, state: string) =>
  load(userId, idOf(boardId, state));
export const keepCardDraft = (userId: string, boardId: string, state: string, title: string) =>
  keep(userId, idOf(boardId, state), title);
