import { creationInput } from '@livelane/shared/tasks/task.conversions';
import type { CreateTaskInput, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import { type Assignable, withAssignable } from '#board-sync/assignable';
import type { BoardMutation } from '#board-sync/mutations';

/**
 * A copy of the task with the fields of an edit of it, which has been deleted; null for other changes. In another
 * project it has those labels and people alone that the edit names: the others may be unknown there.
 * @param assignable who can be assigned in its project
 */
export function creationOf(
  { title, pending, entry, before }: BoardMutation,
  assignable: Assignable,
): CreateTaskInput | null {
  if (pending.change.kind !== 'patch') return null;
  const { baseRev: _rev, baseProjectId: _base, baseLists: _lists, ...fields } = entry.body as UpdateTaskInput;
  const projectId = fields.projectId ?? entry.projectId;
  const { assignees, labels, ...copy } = before ? creationInput(withAssignable(before, assignable)) : {};
  const isHere = projectId === before?.projectId;
  return {
    ...copy,
    ...(isHere && { assignees, labels }),
    ...fields,
    title: fields.title ?? title,
    projectId,
  };
}

/** The text that a user typed, or the titles of the changed cards, to be kept or copied if the change is not saved. */
export function textOf({ pending: { change }, titles = {} }: BoardMutation): string {
  if (change.kind === 'bulk') return Object.values(titles).join('\n');
  if (change.kind === 'comment')
    return change.act === 'add' || change.act === 'edit' ? change.comment.text : '';
  if (change.kind === 'checklist') return change.items.flatMap(({ text }) => text ?? []).join('\n');
  if (change.kind !== 'create' && change.kind !== 'patch') return '';
  const { title, description } = change.kind === 'create' ? change.task : change.fields;
  return [title, description].filter(Boolean).join('\n\n');
}
