import type { SearchField } from '@livelane/shared/search/search.limits';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';

/** A task with its comments, as they are searched. */
export interface SearchDocument {
  task: StoredTask;
  /** By id, in the order in which they came. */
  comments: ReadonlyMap<string, string>;
}

export const fieldBits: Record<SearchField, number> = { title: 1, description: 2, checklist: 4, comment: 8 };
/** A set of fields takes so many bits. */
export const FIELD_BITS = 4;

export const bitsOf = (fields: readonly SearchField[]): number =>
  fields.reduce((bits, field) => bits | fieldBits[field], 0);

/** A text of a task that is searched. */
export interface SearchText {
  field: SearchField;
  itemId?: string;
  commentId?: string;
  text: string;
}

/** All texts of a task in the order in which finds are shown. */
export function* textsOf({ task, comments }: SearchDocument): Generator<SearchText> {
  yield { field: 'title', text: task.title };
  if (task.description) yield { field: 'description', text: task.description };
  for (const { id, text } of task.checklist) yield { field: 'checklist', itemId: id, text };
  for (const [commentId, text] of comments) yield { field: 'comment', commentId, text };
}

/** A mention names its person by an id that nobody typed. */
const MENTIONED = /\]\(user:[0-9a-f-]{36}\)/g;

/** The text without what nobody typed, each place where it was. */
export const typedText = ({ field, text }: SearchText): string =>
  field === 'comment' && text.includes('](user:')
    ? text.replace(MENTIONED, (mention) => ' '.repeat(mention.length))
    : text;

/** True when both have the same texts. */
export function hasSameTexts(a: StoredTask, b: StoredTask): boolean {
  return (
    a.title === b.title &&
    a.description === b.description &&
    a.checklist.length === b.checklist.length &&
    a.checklist.every(
      ({ id, text }, index) => b.checklist[index]?.id === id && b.checklist[index]?.text === text,
    )
  );
}
