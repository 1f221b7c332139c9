import type { CommitContext } from '../../oplog/commit.types';
import type { Oplog } from '../../oplog/oplog';
import type { BoardView } from '../boards/board.draft';
import type { TaskStore } from './task.store';

interface Dependencies {
  oplog: Oplog;
  store: TaskStore;
}

interface Keyed {
  userId: string;
  mutationId: string;
}

/**
 * A key is unique in its project (R35). For a task that has come from another one, the same request may have been committed
 * there, and its answer lost: then it gets that answer (R7).
 * @throws CommittedBefore
 */
export async function assertNotDoneElsewhere(
  { oplog, store }: Dependencies,
  board: BoardView,
  { projectId }: Pick<CommitContext, 'projectId'>,
  taskId: string,
  { userId, mutationId }: Keyed,
): Promise<void> {
  if (!board.hasArrived(taskId)) return;
  const others = (await store.projectsOf(taskId)).filter((id) => id !== projectId);
  await oplog.assertNotIn(others, userId, mutationId);
}
