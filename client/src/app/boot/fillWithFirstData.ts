import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { QueryClient } from '@tanstack/react-query';
import type { BoardReading } from '#board-sync/board.reading';
import { boardRead, personalRead } from '#board-sync/board.slice';
import { boardSeen } from '#board-sync/realtime.slice';
import { workspaceFilterQuery } from '#features/boards/boards.api';
import { projectQuery } from '#features/projects/projects.api';
import { workspaceOfProjectQuery } from '#features/workspaces/workspaces.api';
import { peekPrefetched } from '#lib/prefetch';
import type { Store } from '#store/store';
import { firstCallsOf, projectAt } from './firstCalls';

/** Fills a new store and query cache with the answers to early requests, for the first rendering. */
export function fillWithFirstData(store: Store, queries: QueryClient): void {
  const { pathname } = window.location;
  const [board = '', ...others] = firstCallsOf(pathname);
  const projectId = projectAt(pathname);
  const ahead = peekPrefetched(board);
  if (ahead && projectId) {
    const { top, seenV } = ahead as BoardReading;
    store.dispatch(boardRead(top));
    // The board may never be read again: a live connection only continues it.
    if (seenV !== null) store.dispatch(boardSeen({ projectId, seenV }));
  } else if (ahead) {
    store.dispatch(personalRead(ahead as PersonalBoard));
  }
  const keys: (readonly unknown[])[] = projectId
    ? [projectQuery(projectId).queryKey, workspaceOfProjectQuery(projectId).queryKey]
    : [workspaceFilterQuery().queryKey];
  for (const [index, path] of others.entries()) {
    const [data, key] = [peekPrefetched(path), keys[index]];
    if (data && key) queries.setQueryData(key, data);
  }
}
