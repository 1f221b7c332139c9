import type { EditCommentInput } from '@livelane/shared/comments/comment.schema';
import type { EditConflict } from '@livelane/shared/http/error.schema';
import type { UpdateItemInput } from '@livelane/shared/tasks/checklist.schema';
import type { ChecklistChange, CommentChange } from './board.types';
import type { BoardMutation, Clock } from './mutations';
import type { OutboxQueue } from './outbox.queue';
import { asking, changesLists, fieldsOf } from './ownEdits';

/**
 * Retries a refused edit with its own text, or a combination of both. Its lists of ids are changed in the version that
 * its user saw, and the text in a newer one: as two edits, or it would take away what others have added to the lists.
 */
export function keepMine(
  queue: Pick<OutboxQueue, 'add' | 'retry'>,
  clock: Clock,
  refused: BoardMutation,
  conflict: EditConflict,
  combined?: string,
): void {
  const { mutationId } = refused.entry;
  const mine = withMine(refused, conflict, combined);
  const fields = fieldsOf(mine);
  const { description, baseRev, baseProjectId } = fields ?? {};
  if (!fields || description === undefined || !changesLists(fields)) {
    queue.retry(mutationId, mine);
    return;
  }
  const own = { mutationId: clock.newId() };
  const body = { description, baseRev, ...(baseProjectId && { baseProjectId }) };
  queue.add({
    ...mine,
    entry: { ...mine.entry, ...own, body, at: clock.now() },
    pending: { ...mine.pending, ...own, change: { kind: 'patch', fields: { description } } },
  });
  queue.retry(mutationId, withTheirs(refused) ?? undefined);
}

/**
 * Retries a refused edit after its user has read the other text and chosen their own, or a combination: it builds on
 * the task with the other text.
 */
export function withMine(
  refused: BoardMutation,
  { rev, projectId, theirs }: EditConflict,
  combined?: string,
): BoardMutation {
  const fields = fieldsOf(refused);
  const { change } = refused.pending;
  if (change.kind === 'checklist') return withMyItem(refused, change, theirs, combined);
  const mutation = { ...refused, seenText: theirs };
  if (change.kind === 'comment') return withMyComment(mutation, change, { rev, projectId }, combined);
  if (!fields || change.kind !== 'patch') return mutation;
  const based = { ...fields, baseRev: rev, ...(projectId && { baseProjectId: projectId }) };
  if (combined === undefined) return asking(mutation, based);
  const shown = { ...change.fields, description: combined };
  const pending = { ...mutation.pending, change: { ...change, fields: shown } };
  return { ...asking(mutation, { ...based, description: combined }), pending };
}

/** Which text a change edits, what it makes of it, and what its user saw. */
function textEdit({ pending: { taskId, change }, entry, seenText: seen }: BoardMutation) {
  if (change.kind === 'patch') return { of: taskId, text: change.fields.description, seen };
  if (change.kind === 'comment') return { of: change.comment.id, text: change.comment.text, seen };
  const [item] = change.kind === 'checklist' ? change.items : [];
  return { of: item?.id, text: item?.text, seen: (entry.body as UpdateItemInput | undefined)?.baseText };
}

/**
 * Whether a waiting edit continues the text of a refused one, which says nothing else: its user is asked about the
 * later text alone.
 */
export function isContinued(refused: BoardMutation, waiting: readonly BoardMutation[]): boolean {
  const { of, text, seen } = textEdit(refused);
  // What has made a comment or an item, or was stored by an older version, has seen no text.
  if (text === undefined || seen === undefined || withTheirs(refused)) return false;
  const others = waiting.filter(({ entry }) => entry.mutationId !== refused.entry.mutationId);
  return others.map(textEdit).some((later) => later.of === of && later.seen === text);
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

/** Retries a refused text after its user has read the other one and chosen their own, or a combination. */
function withMyComment(
  mutation: BoardMutation,
  change: CommentChange,
  { rev, projectId }: Pick<EditConflict, 'rev' | 'projectId'>,
  combined: string | undefined,
): BoardMutation {
  const text = combined ?? change.comment.text;
  const body: EditCommentInput = { text, baseRev: rev, ...(projectId && { baseProjectId: projectId }) };
  const painted: CommentChange = { ...change, comment: { ...change.comment, text } };
  return {
    ...mutation,
    entry: { ...mutation.entry, body },
    pending: { ...mutation.pending, change: painted },
  };
}

/** The same for an item of a checklist: its base is the other text itself. */
function withMyItem(
  mutation: BoardMutation,
  change: ChecklistChange,
  theirs: string,
  combined: string | undefined,
): BoardMutation {
  const { text, ...body } = mutation.entry.body as UpdateItemInput;
  const mine = { text: combined ?? text };
  const items = change.items.map((item) => ({ ...item, ...mine }));
  return {
    ...mutation,
    entry: { ...mutation.entry, body: { ...body, ...mine, baseText: theirs } },
    pending: { ...mutation.pending, change: { ...change, items } },
  };
}
