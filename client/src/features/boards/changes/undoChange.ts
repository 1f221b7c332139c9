import { OWN_TASK_RESTORE_MS } from '@livelane/shared/http/limits';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { QueryClient } from '@tanstack/react-query';
import type { Assignable } from '#board-sync/assignable';
import { selectBoard, selectIsPending, selectIsWaiting, selectTask } from '#board-sync/board.selectors';
import { type BoardState, tasksOf } from '#board-sync/board.types';
import { revertMany } from '#board-sync/bulk.revert';
import type { BoardMutation } from '#board-sync/mutations';
import { isOverwritten, revert } from '#board-sync/revert';
import { destinationOf, type Undoable } from '#board-sync/undo';
import { isMissing, readTask } from '#features/tasks/tasks.api';
import type { Translate } from '#i18n/useT';
import { clock } from '#lib/clock';
import type { OwnChanges } from '#realtime/own.changes';
import type { Store } from '#store/store';
import { showToast } from '#ui/toast/toast.store';
import { knownAssignable } from '../people/projectMembers';
import { revealCard } from './revealCard';

interface Place {
  changes: Pick<OwnChanges, 'undoable' | 'outbox'>;
  store: Pick<Store, 'getState'>;
  queries: Pick<QueryClient, 'getQueryData'>;
  boardId: string;
  userId: string;
  canRestore: (projectId: string) => boolean;
  t: Translate;
  /** Undoes it after all, although others have changed the same thing since. */
  undoAnyway: () => void;
}

/**
 * Undoes a change, and says so. Resolves at once unless a task has to be read that this board does not show.
 * @param isSure undo it whatever others have changed since
 */
export async function undoChange(place: Place, change: Undoable, isSure: boolean): Promise<void> {
  const { changes, store, boardId, t, undoAnyway } = place;
  const all = changes.undoable.sameAction(change);
  const unknown = change.befores ? [] : unknownHere(place, all);
  let read: Tasks = new Map();
  if (unknown.length > 0)
    try {
      read = await readTasks(unknown);
    } catch {
      showToast({ title: t('error_network'), variant: 'destructive' });
      return;
    }
  const state = store.getState();
  const { id, title } = change.before;
  const board = selectBoard(state, boardId);
  const nowOf = ({ before }: Undoable) => selectTask(state, boardId, before.id) ?? read.get(before.id);
  const now = nowOf(change);
  if (!changes.undoable.has(change) || !board) return;
  if (change.befores) {
    undoMany(place, change, board);
    return;
  }
  if (all.some((each) => destinationOf(each) && !mayReturn(board, each.before.projectId))) {
    showToast({ description: t('undo_impossible') });
    return;
  }
  const isDeletion = change.mutation.pending.change.kind === 'delete';
  const changed = all.find((each) => nowOf(each) && isOverwritten(each, nowOf(each)));
  if (!isSure && !isDeletion && changed) {
    const action = { label: t('undo_anyway'), run: undoAnyway };
    showToast({ description: t('undo_changed', { title: changed.before.title }), action });
    return;
  }
  const back = all.flatMap((each) => undoOne(place, each, read));
  reveal(place, back);
  const done = {
    create: 'undo_created',
    delete: 'undo_deleted',
    move: 'undo_moved',
    patch: 'undo_edited',
    comment: 'undo_comment',
    checklist: 'undo_checklist',
    bulk: 'undo_edited',
  } as const;
  const { kind: lastKind, ...how } = change.mutation.pending.change;
  const isOfOne = all.every(({ before }) => before.id === id);
  const kind = all.length > 1 && isOfOne ? 'patch' : lastKind;
  const isCompleted = kind === 'move' && 'state' in how && how.state === 'DONE';
  const what = t(isCompleted ? 'undo_completed' : done[kind], { title });
  // Without a change the card is as it was: someone else has undone it.
  const isDone = back.length > 0 || (now && !isDeletion);
  const description = isDone
    ? t('undo_what', { what })
    : t(isDeletion ? 'undo_back_already' : 'undo_gone', { title });
  showToast({ description });
}

/** Tasks by their ids. */
type Tasks = ReadonlyMap<string, StoredTask>;

/** The tasks of these changes that the board does not show, although they need not be deleted. */
function unknownHere({ store, boardId }: Place, all: readonly Undoable[]): string[] {
  const state = store.getState();
  const ids = all.flatMap(({ mutation, before: { id } }) => {
    const isExpected = mutation.pending.change.kind !== 'delete';
    return isExpected && !selectTask(state, boardId, id) ? id : [];
  });
  return [...new Set(ids)];
}

/** Those of these tasks that are not deleted. @throws NetworkError, or ApiError when the server cannot tell */
async function readTasks(ids: readonly string[]): Promise<Tasks> {
  const orGone = (error: unknown) => {
    if (!isMissing(error)) throw error;
  };
  const found = await Promise.all(ids.map((id) => readTask(id).catch(orGone)));
  return new Map(found.flatMap((task) => (task ? [[task.id, task]] : [])));
}

/** Whether this user may bring a task back to a project. */
function mayReturn(board: BoardState, projectId: string): boolean {
  const role = board.kind === 'project' ? board.role : board.projects[projectId]?.role;
  return canInProject(role ?? null, 'task.create');
}

/** Undoes a change of one card. @returns the changes that do so, on their way */
function undoOne(place: Place, change: Undoable, read: Tasks): BoardMutation[] {
  const { changes, store, boardId, userId, canRestore } = place;
  // With what was undone before it.
  const state = store.getState();
  const { id, projectId } = change.before;
  const board = selectBoard(state, boardId);
  changes.undoable.forget(change.mutation.entry.mutationId);
  if (!board) return [];
  const age = clock.now() - change.mutation.entry.at;
  // A deletion that still waits will have just been made when its restoration arrives.
  const mayRestore = canRestore(projectId) || age < OWN_TASK_RESTORE_MS || selectIsWaiting(state, id);
  const now = selectTask(state, boardId, id) ?? read.get(id);
  const isPending = selectIsPending(state, id);
  const known = knownOn(place, board, projectId);
  const back = revert(change, { clock, board, now, userId, canRestore: mayRestore, isPending, known });
  for (const mutation of back) changes.outbox.add(mutation);
  return back;
}

/** The changes of many cards, of one action: one for each project. */
function undoMany(place: Place, change: Undoable, board: BoardState): void {
  const { changes, t } = place;
  let [count, left] = [0, 0];
  const back: BoardMutation[] = [];
  for (const each of changes.undoable.sameAction(change)) {
    changes.undoable.forget(each.mutation.entry.mutationId);
    const reverted = revertMany(clock, board, each, knownOn(place, board, each.before.projectId));
    for (const mutation of reverted.back) changes.outbox.add(mutation);
    back.push(...reverted.back);
    count += each.befores?.length ?? 0;
    left += reverted.left;
  }
  reveal(place, back);
  const undone = t('bulk_undone', { count: count - left });
  showToast(left > 0 ? { title: undone, description: t('bulk_left', { left }) } : { description: undone });
}

/** Brings the first card that these changes bring back into sight. */
function reveal({ store, boardId }: Place, back: readonly BoardMutation[]): void {
  const [first] = back
    .filter(({ pending }) => pending.change.kind !== 'delete')
    .flatMap(({ pending }) => tasksOf(pending));
  if (first) revealCard(first, () => selectBoard(store.getState(), boardId));
}

/** Who can be assigned in a project of the board over all projects. */
function knownOn({ queries }: Place, board: BoardState, projectId: string): Assignable {
  const project = board.kind === 'personal' ? board.projects[projectId] : undefined;
  return project && knownAssignable(queries, project);
}
