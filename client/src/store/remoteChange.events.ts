import type { Middleware } from '@reduxjs/toolkit';
import type { OpsRange } from '#board-sync/board.reducer';
import type { BoardSliceState } from '#board-sync/board.slice';
import { opsReceived, personalRead } from '#board-sync/board.slice';
import { personalChanges, type RemoteChange, remoteChanges } from '#board-sync/remoteChanges';
import { getSession } from '#lib/session';

type Listener = (changes: RemoteChange[]) => void;
const listeners = new Set<Listener>();

/** Pushes to the personal board's projects that its next reading will contain. */
let heard: OpsRange[] = [];
/** Pushes that no reading has taken up: more than this are forgotten, the oldest first. */
const MAX_HEARD = 500;

/** Hears what others change, for as long as the returned function is not called. */
export function onRemoteChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) heard = [];
  };
}

/** A push to a project of the personal board. */
export function hearForPersonal(range: OpsRange): void {
  if (listeners.size > 0) heard = [...heard, range].slice(-MAX_HEARD);
}

/** Tells of ops as they come: only here are both sides of them at hand. */
export const tellRemoteChanges: Middleware<object, { board: BoardSliceState }> =
  (store) => (next) => (action) => {
    const isPush = opsReceived.match(action);
    if (listeners.size === 0 || !(isPush || personalRead.match(action))) return next(action);
    const before = store.getState().board.sync;
    const result = next(action);
    const after = store.getState().board.sync;
    const userId = getSession().user?.id ?? '';
    const changes = isPush
      ? remoteChanges(before, after, action.payload, userId)
      : personalChanges(before, after, heard, userId);
    if (!isPush) {
      const { cursors } = action.payload;
      heard = heard.filter(({ projectId, to }) => to > (cursors[projectId]?.v ?? Number.POSITIVE_INFINITY));
    }
    if (changes.length > 0) for (const listener of listeners) listener(changes);
    return result;
  };
