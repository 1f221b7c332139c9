import type { BulkInput } from '@livelane/shared/tasks/bulk.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { changeOf, tasksOf } from './board.types';
import type { BoardMutation } from './mutations';
import type { UnsavedChange } from './outbox.store';

const seenBody = ({ entry }: BoardMutation) => entry.waitedBody as BulkInput | undefined;

/** The state from which a change moves a card, as its user saw it; undefined if it does not, or does not say. */
function startOf(mutation: BoardMutation, taskId: string): TaskState | undefined {
  const { entry, pending } = mutation;
  if (pending.change.kind !== 'bulk') return entry.taskId === taskId ? entry.expectedState : undefined;
  return seenBody(mutation)?.changes.find((each) => each.taskId === taskId)?.move?.expectedState;
}

/** The state into which a change moves a card. */
function targetOf({ pending }: BoardMutation, taskId: string): TaskState | undefined {
  const own = changeOf(pending, taskId);
  if (own?.kind === 'patch') return own.fields.state;
  return own?.kind === 'move' ? own.state : undefined;
}

function startingIn(mutation: BoardMutation, taskId: string, expectedState: TaskState): BoardMutation {
  const { entry, pending } = mutation;
  if (pending.change.kind !== 'bulk') return { ...mutation, entry: { ...entry, expectedState } };
  const seen = seenBody(mutation);
  const changes = seen?.changes.map((each) =>
    each.taskId === taskId && each.move ? { ...each, move: { ...each.move, expectedState } } : each,
  );
  return { ...mutation, entry: { ...entry, waitedBody: { ...seen, changes } } };
}

/**
 * Without a change that is not saved, the next moves of its cards start where it did: nobody else has moved them back to
 * there. Not those that started elsewhere anyway, and not of cards that someone else has moved meanwhile. Each keeps its
 * place among the waiting changes.
 * @returns the moves that start there now
 */
export function moveOn(
  waiting: Map<string, BoardMutation>,
  { mutation: unsaved, reason }: UnsavedChange,
): BoardMutation[] {
  const moves = new Map<string, BoardMutation>();
  for (const taskId of reason === 'stale' ? [] : tasksOf(unsaved.pending)) {
    // A refused part of several cards does not say it of one that is stale.
    const start = startOf(unsaved, taskId);
    const next = [...waiting.values()].find((each) => startOf(each, taskId));
    if (!start || !next || startOf(next, taskId) !== targetOf(unsaved, taskId)) continue;
    const moved = startingIn(next, taskId, start);
    waiting.set(moved.entry.mutationId, moved);
    moves.set(moved.entry.mutationId, moved);
  }
  return [...moves.values()];
}
