import type { UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { BoardMutation } from './mutations';

/** The fields of an edit in the queue; null for other changes. */
export function fieldsOf({ pending, entry }: BoardMutation): UpdateTaskInput | null {
  return pending.change.kind === 'patch' ? (entry.body as UpdateTaskInput) : null;
}

export function asking(mutation: BoardMutation, body: UpdateTaskInput): BoardMutation {
  return { ...mutation, entry: { ...mutation.entry, body } };
}

/**
 * Adjusts a second edit of a description that was made before the first one was sent: its user saw the first, so the
 * second builds on its version, and is no conflict with themselves (SPEC.md#conflicts). Not one that changes assignees
 * too: those are sent as a difference from the list that the user saw. An edit of a new task builds on its creation.
 * Null when there is nothing to adjust.
 * @param sent the change that is in the log now, as version `v`
 */
export function afterOwnEdit(later: BoardMutation, sent: BoardMutation, v: number): BoardMutation | null {
  const fields = fieldsOf(later);
  if (!fields || later.entry.taskId !== sent.entry.taskId) return null;
  if (fields.baseRev === undefined || fields.baseRev >= v) return null;
  const isOwnText = fields.description !== undefined && fieldsOf(sent)?.description !== undefined;
  const isNew = sent.pending.change.kind === 'create';
  if (!isNew && (!isOwnText || fields.assignees !== undefined)) return null;
  return asking(later, { ...fields, baseRev: v });
}
