import type { EditConflict } from '@livelane/shared/http/error.schema';
import type { UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { withMyComment } from './comment.mutations';
import type { BoardMutation } from './mutations';

/** The fields of an edit in the queue; null for other changes. */
function fieldsOf({ pending, entry }: BoardMutation): UpdateTaskInput | null {
  return pending.change.kind === 'patch' ? (entry.body as UpdateTaskInput) : null;
}

function asking(mutation: BoardMutation, body: UpdateTaskInput): BoardMutation {
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

/**
 * Retries a refused edit after its user has read the other text and chosen their own, or a combination: it builds on
 * the task with the other text.
 */
export function withMine(
  mutation: BoardMutation,
  { rev, projectId }: Pick<EditConflict, 'rev' | 'projectId'>,
  combined?: string,
): BoardMutation {
  const fields = fieldsOf(mutation);
  const { change } = mutation.pending;
  if (change.kind === 'comment') return withMyComment(mutation, change, { rev, projectId }, combined);
  if (!fields || change.kind !== 'patch') return mutation;
  const based = { ...fields, baseRev: rev, ...(projectId && { baseProjectId: projectId }) };
  if (combined === undefined) return asking(mutation, based);
  const shown = { ...change.fields, description: combined };
  const pending = { ...mutation.pending, change: { ...change, fields: shown } };
  return { ...asking(mutation, { ...based, description: combined }), pending };
}

/** A refused edit whose user takes the other text: its other changes; null without any. */
export function withTheirs(mutation: BoardMutation): BoardMutation | null {
  const { change } = mutation.pending;
  if (change.kind !== 'patch') return null;
  const { description: _mine, ...fields } = fieldsOf(mutation) ?? {};
  if (Object.keys(fields).every((name) => name.startsWith('base'))) return null;
  const { description: _shown, ...shown } = change.fields;
  const pending = { ...mutation.pending, change: { ...change, fields: shown } };
  return { ...asking(mutation, fields), pending };
}
