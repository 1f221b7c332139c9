import type { EditConflict } from '@livelane/shared/http/error.schema';
import type { UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { withMyComment } from './comment.mutations';
import type { BoardMutation } from './mutations';

/** What an edit in the queue asks for; null for other changes. */
function fieldsOf({ pending, entry }: BoardMutation): UpdateTaskInput | null {
  return pending.change.kind === 'patch' ? (entry.body as UpdateTaskInput) : null;
}

function asking(mutation: BoardMutation, body: UpdateTaskInput): BoardMutation {
  return { ...mutation, entry: { ...mutation.entry, body } };
}

/**
 * A description that was edited again before the first edit was sent: its user saw that edit, so the second one builds
 * on the version that came of it, and is not a conflict with themselves (SPEC.md#conflicts). Not one that changes assignees
 * too: they are a difference from the list that they saw. An edit of a task that was new builds on its creation. Null when
 * nothing is to be changed.
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
 * A refused edit whose user has read the other text and keeps their own, or one that combines both: it builds on the
 * task with the other text.
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

/** A refused edit whose user takes the other text: what else it changes; null when that is nothing. */
export function withTheirs(mutation: BoardMutation): BoardMutation | null {
  const { change } = mutation.pending;
  if (change.kind !== 'patch') return null;
  const { description: _mine, ...fields } = fieldsOf(mutation) ?? {};
  if (Object.keys(fields).every((name) => name.startsWith('base'))) return null;
  const { description: _shown, ...shown } = change.fields;
  const pending = { ...mutation.pending, change: { ...change, fields: shown } };
  return { ...asking(mutation, fields), pending };
}
