import type { CreateTaskInput, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import type { BoardMutation } from '#board-sync/mutations';

/** A new task from an edit of a deleted one, with the edit's fields; null for other changes. */
export function creationOf({ title, pending, entry }: BoardMutation): CreateTaskInput | null {
  if (pending.change.kind !== 'patch') return null;
  const { baseRev: _rev, baseProjectId: _base, baseLists: _lists, ...fields } = entry.body as UpdateTaskInput;
  return { ...fields, title: fields.title ?? title, projectId: fields.projectId ?? entry.projectId };
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
