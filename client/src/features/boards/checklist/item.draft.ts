import { textDrafts } from '#lib/textDrafts';

/** The drafts of the next items of checklists, by the task's id. */
export const { load: loadItemDraft, keep: keepItemDraft } = textDrafts('item');
