import type { EditCommentInput } from '@livelane/shared/comments/comment.schema';
import { mergedFields } from '@livelane/shared/tasks/task.fields';
import type { UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { setsText } from './comment.threads';
import type { BoardMutation } from './mutations';
import type { EditBase } from './outbox.types';

/** The fields of an edit in the queue; null for other changes. */
export function fieldsOf({ pending, entry }: BoardMutation): UpdateTaskInput | null {
  return pending.change.kind === 'patch' ? (entry.body as UpdateTaskInput) : null;
}

/** Whether an edit changes lists of ids, by a difference from those that its user saw. */
export const changesLists = (fields: UpdateTaskInput): boolean =>
  mergedFields('difference').some((name) => fields[name] !== undefined);

export function asking(mutation: BoardMutation, body: UpdateTaskInput): BoardMutation {
  return { ...mutation, entry: { ...mutation.entry, body } };
}

/**
 * Lets waiting edits of a text build on a change that is in the log now. Each keeps its place.
 * @returns those that do so now
 */
export function buildOn(
  waiting: Map<string, BoardMutation>,
  sent: BoardMutation,
  base: EditBase,
): BoardMutation[] {
  const changed = [...waiting.values()].flatMap(
    (later) => (later !== sent && afterOwn(later, sent, base)) || [],
  );
  for (const each of changed) waiting.set(each.entry.mutationId, each);
  return changed;
}

/** Adjusts an edit of a text that builds on a change which is in the log now. Null when there is nothing to adjust. */
export const afterOwn = (later: BoardMutation, sent: BoardMutation, base: EditBase): BoardMutation | null =>
  afterOwnEdit(later, sent, base) ?? commentAfterOwn(later, sent, base);

/**
 * Adjusts an edit of a description that was made before another one was sent: if its user saw that text, it builds on
 * its version, and is no conflict with themselves (SPEC.md#conflicts). If not, in another tab or with a draft, they
 * choose. Not one that changes lists of ids without `baseLists`, stored by an older version: their base is the same.
 * An edit of a new task builds on its creation.
 */
function afterOwnEdit(later: BoardMutation, sent: BoardMutation, base: EditBase): BoardMutation | null {
  const fields = fieldsOf(later);
  if (!fields || later.entry.taskId !== sent.entry.taskId) return null;
  if (!isOlder(later, fields, base)) return null;
  const text = textOf(sent);
  const isOfSeen = fields.description !== undefined && text !== undefined && saw(later, text);
  if (!isNew(sent) && (!isOfSeen || (changesLists(fields) && !fields.baseLists))) return null;
  return asking(later, { ...fields, ...base });
}

/** Whether an edit has an older base. Versions of two projects have no order: the own text is what its user saw. */
const isOlder = (
  { entry }: BoardMutation,
  { baseRev, baseProjectId = entry.projectId }: Pick<UpdateTaskInput, keyof EditBase>,
  base: EditBase,
): boolean => baseRev !== undefined && (baseProjectId !== base.baseProjectId || baseRev < base.baseRev);

/** Whether its user saw this text. Changes that an older version has stored do not say. */
const saw = ({ seenText }: BoardMutation, text: string): boolean =>
  seenText === undefined || seenText === text;

/** The description that an edit gives its task; undefined for other changes. */
const textOf = ({ pending: { change } }: BoardMutation) =>
  change.kind === 'patch' ? change.fields.description : undefined;

/** Whether it makes a task. */
export const isNew = ({ entry }: BoardMutation): boolean => entry.path === '/tasks';

/**
 * Adjusts an edit that was made before the comment, or its former edit, was sent: if its user saw that text, the edit
 * builds on its version.
 */
function commentAfterOwn(later: BoardMutation, sent: BoardMutation, base: EditBase): BoardMutation | null {
  const [change, before] = [later.pending.change, sent.pending.change];
  if (change.kind !== 'comment' || before.kind !== 'comment' || change.act !== 'edit') return null;
  if (change.comment.id !== before.comment.id || !setsText(before)) return null;
  if (!saw(later, before.comment.text)) return null;
  const body = later.entry.body as EditCommentInput;
  if (!isOlder(later, body, base)) return null;
  return { ...later, entry: { ...later.entry, body: { ...body, ...base } } };
}
