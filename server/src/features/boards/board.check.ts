import { boardHash } from '@livelane/shared/boards/board-hash';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { Logger } from 'pino';
import type { Oplog } from '../../oplog/oplog';
import type { ReplicaCache } from './replica.cache';

interface Dependencies {
  oplog: Oplog;
  replicas: ReplicaCache;
  loadTasks: (projectId: string) => Promise<StoredTask[]>;
  logger: Logger;
}

/**
 * Compares a board in memory with its rows (I3: the fold of the ops is the tasks). `skipped`: the
 * board changed meanwhile. After a difference the board in memory is discarded and read again.
 */
export class BoardCheck {
  constructor(private readonly deps: Dependencies) {}

  async check(projectId: string): Promise<'same' | 'different' | 'skipped'> {
    const { oplog, replicas, loadTasks, logger } = this.deps;
    if ((await oplog.rowsCaughtUp([projectId])).has(projectId)) return 'skipped';
    const board = await replicas.current(projectId);
    const { v } = board;
    const inMemory = boardHash(withoutSight(board.all()));
    const rows = boardHash(withoutSight(await loadTasks(projectId)));
    const head = (await oplog.headsOf([projectId])).get(projectId);
    if (head?.appliedV !== v || board.v !== v || (await oplog.tail(projectId, v)).ops.length > 0)
      return 'skipped';
    if (inMemory === rows) return 'same';
    logger.error({ projectId, v, inMemory, rows }, 'a board in memory differs from its rows');
    replicas.forget(projectId);
    return 'different';
  }
}

/** The fingerprint leaves PRIVATE tasks out; here they count. */
function* withoutSight(tasks: Iterable<StoredTask>): Generator<StoredTask> {
  for (const task of tasks) yield { ...task, visibility: 'PUBLIC' };
}
