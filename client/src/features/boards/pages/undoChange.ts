import { OWN_TASK_RESTORE_MS } from '@livelane/shared/http/limits';
import type { QueryClient } from '@tanstack/react-query';
import type { Assignable } from '#board-sync/assignable';
import { selectBoard, selectIsPending, selectIsWaiting, selectTask } from '#board-sync/board.selectors';
import type { BoardState } from '#board-sync/board.types';
import { revertMany } from '#board-sync/bulk.revert';
import type { BoardMutation } from '#board-sync/mutations';
import { isOverwritten, revert } from '#board-sync/revert';
import type { Undoable } from '#board-sync/undo';
import type { Translate } from '#i18n/useT';
import { clock } from '#lib/clock';
import type { OwnChanges } from '#realtime/own.changes';
import type { Store } from '#store/store';
import { showToast } from '#ui/toast/toast.store';
import { knownAssignable } from './projectMembers';

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

/** Undoes a change, and says so. @param isSure undo it whatever others have changed since */
export function undoChange(place: Place, change: Undoable, isSure: boolean): void {
  const { changes, store, boardId, t, undoAnyway } = place;
  const state = store.getState();
  const { id, title } = change.before;
  const board = selectBoard(state, boardId);
  const now = selectTask(state, boardId, id);
  if (!changes.undoable.has(change) || !board) return;
  if (change.befores) {
    undoMany(place, change, board);
    return;
  }
  const all = changes.undoable.sameAction(change);
  const isDeletion = change.mutation.pending.change.kind === 'delete';
  if (!isSure && !isDeletion && now && all.some((each) => isOverwritten(each, now))) {
    const action = { label: t('undo_anyway'), run: undoAnyway };
    showToast({ description: t('undo_changed', { title }), action });
    return;
  }
  const back = all.flatMap((each) => undoOne(place, each));
  const done = {
    delete: 'undo_deleted',
    move: 'undo_moved',
    patch: 'undo_edited',
    comment: 'undo_comment',
    checklist: 'undo_checklist',
    bulk: 'undo_edited',
  } as const;
  const { kind: lastKind, ...how } = change.mutation.pending.change;
  const kind = all.length > 1 ? 'patch' : lastKind;
  const isCompleted = kind === 'move' && 'state' in how && how.state === 'DONE';
  const what = kind === 'create' ? '' : t(isCompleted ? 'undo_completed' : done[kind], { title });
  // Without a change the card is as it was: someone else has undone it.
  const isDone = back.length > 0 || (now && !isDeletion);
  const description = isDone
    ? t('undo_what', { what })
    : t(isDeletion ? 'undo_back_already' : 'undo_gone', { title });
  showToast({ description });
}

/** Undoes a change of one card. @returns the changes that do so, on their way */
function undoOne(place: Place, change: Undoable): BoardMutation[] {
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
  const now = selectTask(state, boardId, id);
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
  for (const each of changes.undoable.sameAction(change)) {
    changes.undoable.forget(each.mutation.entry.mutationId);
    const reverted = revertMany(clock, board, each, knownOn(place, board, each.before.projectId));
    for (const mutation of reverted.back) changes.outbox.add(mutation);
    count += each.befores?.length ?? 0;
    left += reverted.left;
  }
  const undone = t('bulk_undone', { count: count - left });
  showToast(left > 0 ? { title: undone, description: t('bulk_left', { left }) } : { description: undone });
}

/** Who can be assigned in a project of the board over all projects. */
function knownOn({ queries }: Place, board: BoardState, projectId: string): Assignable {
  const project = board.kind === 'personal' ? board.projects[projectId] : undefined;
  return project && knownAssignable(queries, project);
}
