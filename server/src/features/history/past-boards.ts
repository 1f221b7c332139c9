import { setTimeout as pause } from 'node:timers/promises';
import { applyOp } from '@livelane/shared/boards/fold';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { Logger } from 'pino';
import { AppError } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { CheckpointStore } from './checkpoint.store';

/** After how many ops a checkpoint is written (R25). */
export const CHECKPOINT_OPS = 1_000;
/** After each of many missing checkpoints, where nobody waits for them: others are served meanwhile. */
const REST_MS = 100;

interface Dependencies {
  oplog: Oplog;
  checkpoints: CheckpointStore;
  logger: Logger;
}

/** A board as it was: its tasks, and when that version came to be. */
interface FoldedBoard {
  v: number;
  at: string | null;
  tasks: Map<string, StoredTask>;
}

/** Boards as they were: the fold of the ops up to a version, from the nearest checkpoint on (R25, R27). */
export class PastBoards {
  private readonly checking = new Map<string, Promise<void>>();

  constructor(private readonly deps: Dependencies) {
    deps.oplog.onCommitted(({ projectId, v }) => {
      if (v % CHECKPOINT_OPS === 0) void this.bringUpToDate(projectId, REST_MS);
    });
  }

  /** @param v at most the log's head */
  async at(projectId: string, v: number): Promise<FoldedBoard> {
    const board = await this.nearest(projectId, v);
    if (v - board.v >= CHECKPOINT_OPS) void this.bringUpToDate(projectId, REST_MS);
    while (board.v < v && (await this.fold(projectId, board, v)));
    return board;
  }

  /** Writes the checkpoint of one version, from which on history will be read. */
  async keep(projectId: string, v: number): Promise<void> {
    const { at, tasks } = await this.at(projectId, v);
    await this.deps.checkpoints.save(projectId, { v, at: at ?? '', tasks: [...tasks.values()] });
  }

  /**
   * Writes the checkpoints that are missing. Never rejects: without them boards are read more slowly.
   * @param restMs after each of them
   */
  bringUpToDate(projectId: string, restMs = 0): Promise<void> {
    let checking = this.checking.get(projectId);
    if (!checking) {
      checking = this.writeMissing(projectId, restMs)
        .catch((error: unknown) =>
          this.deps.logger.warn({ err: error, projectId }, 'checkpoints are behind; they are retried later'),
        )
        .finally(() => this.checking.delete(projectId));
      this.checking.set(projectId, checking);
    }
    return checking;
  }

  private async writeMissing(projectId: string, restMs: number): Promise<void> {
    const { oplog, checkpoints } = this.deps;
    const headV = await oplog.lastV(projectId);
    if (headV - (await checkpoints.latestV(projectId, headV)) < CHECKPOINT_OPS) return;
    const board = await this.nearest(projectId, headV);
    for (;;) {
      const nextV = (Math.floor(board.v / CHECKPOINT_OPS) + 1) * CHECKPOINT_OPS;
      if (nextV > headV) return;
      while (board.v < nextV) if (!(await this.fold(projectId, board, nextV))) return;
      await checkpoints.save(projectId, { v: nextV, at: board.at ?? '', tasks: [...board.tasks.values()] });
      if (restMs > 0 && nextV + CHECKPOINT_OPS <= headV) await pause(restMs, undefined, { ref: false });
    }
  }

  private async nearest(projectId: string, v: number): Promise<FoldedBoard> {
    const checkpoint = await this.deps.checkpoints.latest(projectId, v);
    if (!checkpoint) return { v: 0, at: null, tasks: new Map() };
    const { tasks, ...rest } = checkpoint;
    return { ...rest, tasks: new Map(tasks.map((task) => [task.id, task])) };
  }

  /** Applies the next ops, at most up to `v`. @returns false when there are none */
  private async fold(projectId: string, board: FoldedBoard, v: number): Promise<boolean> {
    const ops = await this.deps.oplog.read(projectId, board.v, Math.min(v - board.v, CHECKPOINT_OPS));
    // The log has no holes: what came before was folded while this was read.
    if (ops[0] && ops[0].v !== board.v + 1) throw new AppError('history_folded');
    for (const op of ops) {
      for (const [taskId, task] of applyOp((id) => board.tasks.get(id), op)) {
        if (task) board.tasks.set(taskId, task);
        else board.tasks.delete(taskId);
      }
      board.v = op.v;
      board.at = op.at;
    }
    return ops.length > 0;
  }
}
