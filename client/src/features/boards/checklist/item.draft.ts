import { textDrafts } from '#lib/textDrafts';

/** The draft of a checklist's next item, or of an edited item, by the task's id or the item's. */
export const {
  load: loadItemDraft,
  keep: keepItemDraft,
  loadBase: loadItemBase,
  keepBase: keepItemBase,
  edits: itemEdits,
  dropEdit: dropItemEdit,
} = textDrafts('item');
