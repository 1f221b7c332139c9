import type { Middleware } from '@reduxjs/toolkit';
import type { BoardSliceState } from '../../board-sync/board.slice';
import { opsReceived } from '../../board-sync/board.slice';
import { type RemoteChange, remoteChanges } from '../../board-sync/remote.changes';
import { getSession } from '../../lib/session';

type Listener = (changes: RemoteChange[]) => void;
const listeners = new Set<Listener>();

/** Hears what others change, for as long as the returned function is not called. */
export function onRemoteChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells of ops as they come: only here are both sides of them at hand. */
export const tellRemoteChanges: Middleware<object, { board: BoardSliceState }> =
  (store) => (next) => (action) => {
    if (!opsReceived.match(action) || listeners.size === 0) return next(action);
    const before = store.getState().board.sync;
    const result = next(action);
    const after = store.getState().board.sync;
    const changes = remoteChanges(before, after, action.payload, getSession().user?.id ?? '');
    if (changes.length > 0) for (const listener of listeners) listener(changes);
    return result;
  };
