import { type SearchField, searchFields } from '@livelane/shared/search/search.limits';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';

/** A task with its comments, as they are searched. */
export interface SearchDocument {
  task: StoredTask;
  /** By id, in the order in which they were written. */
  comments: ReadonlyMap<string, string>;
}

export const fieldBits: Record<SearchField, number> = { title: 1, description: 2, checklist: 4, comment: 8 };
/** Bits of a set of fields. */
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

/** The texts of each field; one without a rule does not compile. */
const texts: { [Field in SearchField]: (document: SearchDocument) => SearchText[] } = {
  title: ({ task }) => [{ field: 'title', text: task.title }],
  description: ({ task }) => (task.description ? [{ field: 'description', text: task.description }] : []),
  checklist: ({ task }) => task.checklist.map(({ id, text }) => ({ field: 'checklist', itemId: id, text })),
  comment: ({ comments }) =>
    [...comments].map(([commentId, text]) => ({ field: 'comment', commentId, text })),
};

/** All texts of a task in the order in which matches are shown. */
export const textsOf = (document: SearchDocument): SearchText[] =>
  searchFields.flatMap((field) => texts[field](document));

/** A mention names its person by an id that nobody typed. */
const MENTIONED = /\]\(user:[0-9a-f-]{36}\)/g;

/** The text without the parts that nobody typed; positions stay the same. */
export const typedText = ({ field, text }: SearchText): string =>
  field === 'comment' && text.includes('](user:')
    ? text.replace(MENTIONED, (mention) => ' '.repeat(mention.length))
    : text;

const NO_COMMENTS: SearchDocument['comments'] = new Map();

/** True when both have the same texts. */
export function hasSameTexts(a: StoredTask, b: StoredTask): boolean {
  const [ofA, ofB] = [a, b].map((task) => textsOf({ task, comments: NO_COMMENTS })) as [
    SearchText[],
    SearchText[],
  ];
  const isSame = ({ field, itemId, text }: SearchText, index: number) =>
    ofB[index]?.field === field && ofB[index].itemId === itemId && ofB[index].text === text;
  return ofA.length === ofB.length && ofA.every(isSame);
}

/** Its texts, by estimate. */
export function bytesOf(document: SearchDocument): number {
  let bytes = 0;
  for (const { text } of textsOf(document)) bytes += text.length;
  return bytes;
}

/** New texts of comments by id; null for a deleted one. */
export type CommentChanges = Map<string, string | null>;

/** The comments with changes on top. */
export function withChanges(comments: SearchDocument['comments'], changes: CommentChanges) {
  const changed = new Map(comments);
  for (const [id, text] of changes)
    if (text === null) changed.delete(id);
    else changed.set(id, text);
  return changed;
}
