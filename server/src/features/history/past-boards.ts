import { setTimeout as pause } from 'node:timers/promises';
import { applyOp } from '@livelane/shared/boards/fold';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { AppError } from '../../http/errors';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import { weigh } from '../boards/board.replica';
import type { CheckpointStore } from './checkpoint.store';

/** After how many ops a checkpoint is written (R25). */
export const CHECKPOINT_OPS = 1_000;
/** Pause after each of many missing checkpoints when nobody waits for them, to serve others meanwhile. */
const REST_MS = 100;
/** The most ops that are kept after a checkpoint: the next one may not be written yet. */
const MAX_KEPT_OPS = 2 * CHECKPOINT_OPS;
/** How long they are kept after they were read. */
const KEPT_MS = 60_000;
/** Approximate bytes of memory for all of them, and for one op without its texts. */
const MAX_KEPT_BYTES = 32_000_000;
const OP_BYTES = 500;

interface Dependencies {
  oplog: Oplog;
  checkpoints: CheckpointStore;
  logger: Logger;
}

/** A past board: its tasks, and the time of that version. */
interface FoldedBoard {
  v: number;
  at: string | null;
  tasks: Map<string, StoredTask>;
}

/** A past board and the ops after it: people step through its versions. */
interface Stretch {
  base: Readonly<FoldedBoard>;
  ops: readonly StoredOp[];
  /** The mark of the log that they were read from: under another mark they are invalid (R24, R25). */
  mark: string;
}

/** Past boards: the fold of the ops up to a version, from the nearest checkpoint on (R25, R27). */
export class PastBoards {
  private readonly checking = new Map<string, Promise<void>>();
  /** The latest stretch of each project. */
  private readonly kept = new LRUCache<string, Stretch>({
    maxSize: MAX_KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: bytesOf,
  });

  constructor(private readonly deps: Dependencies) {
    deps.oplog.onCommitted(({ projectId, v }) => {
      if (v % CHECKPOINT_OPS === 0) void this.bringUpToDate(projectId, REST_MS);
    });
  }

  /** @param v at most the log's head */
  async at(projectId: string, v: number): Promise<FoldedBoard> {
    const { base, ops } = await this.stretch(projectId, v);
    const board = { ...base, tasks: new Map(base.tasks) };
    for (const op of ops) if (op.v <= v) apply(board, op);
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
    const latestV = await checkpoints.latestV(projectId, headV);
    if (headV - latestV < CHECKPOINT_OPS) return;
    // R24: texts that another node erases meanwhile would come back in a checkpoint folded from ops read before.
    for (let mark: string | null = null; ; ) {
      const current = await oplog.pastMark(projectId);
      if (current === mark) return;
      mark = current;
      await this.writeBetween(projectId, latestV, headV, restMs);
    }
  }

  private async writeBetween(
    projectId: string,
    latestV: number,
    headV: number,
    restMs: number,
  ): Promise<void> {
    const board = await this.nearest(projectId, latestV);
    for (;;) {
      const nextV = (Math.floor(board.v / CHECKPOINT_OPS) + 1) * CHECKPOINT_OPS;
      if (nextV > headV) return;
      while (board.v < nextV) if (!(await this.fold(projectId, board, nextV))) return;
      await this.deps.checkpoints.save(projectId, {
        v: nextV,
        at: board.at ?? '',
        tasks: [...board.tasks.values()],
      });
      if (restMs > 0 && nextV + CHECKPOINT_OPS <= headV) await pause(restMs, undefined, { ref: false });
    }
  }

  /** A stretch that reaches version `v`; its missing ops are read. */
  private async stretch(projectId: string, v: number): Promise<Stretch> {
    const mark = await this.deps.oplog.pastMark(projectId);
    const kept = this.kept.get(projectId);
    const isNear = kept?.mark === mark && kept.base.v <= v && v - kept.base.v <= MAX_KEPT_OPS;
    if (isNear && v <= endOf(kept)) return kept;
    if (isNear) return this.keepStretch(projectId, kept, v);
    const base = await this.nearest(projectId, v);
    if (v - base.v >= CHECKPOINT_OPS) void this.bringUpToDate(projectId, REST_MS);
    // Far from a checkpoint, the ops in between are not held in memory.
    while (v - base.v > MAX_KEPT_OPS && (await this.fold(projectId, base, v - CHECKPOINT_OPS)));
    return this.keepStretch(projectId, { base, ops: [], mark }, v);
  }

  private async keepStretch(projectId: string, stretch: Stretch, v: number): Promise<Stretch> {
    const next = await this.read(projectId, endOf(stretch), v);
    const longer = { ...stretch, ops: [...stretch.ops, ...next] };
    this.kept.set(projectId, longer);
    return longer;
  }

  private async nearest(projectId: string, v: number): Promise<FoldedBoard> {
    const checkpoint = await this.deps.checkpoints.latest(projectId, v);
    if (!checkpoint) return { v: 0, at: null, tasks: new Map() };
    const { tasks, ...rest } = checkpoint;
    return { ...rest, tasks: new Map(tasks.map((task) => [task.id, task])) };
  }

  /** Applies the next ops, at most up to `v`. @returns false when there are none */
  private async fold(projectId: string, board: FoldedBoard, v: number): Promise<boolean> {
    const ops = await this.read(projectId, board.v, Math.min(v, board.v + CHECKPOINT_OPS));
    for (const op of ops) apply(board, op);
    return ops.length > 0;
  }

  private async read(projectId: string, sinceV: number, v: number): Promise<StoredOp[]> {
    if (v <= sinceV) return [];
    const ops = await this.deps.oplog.read(projectId, sinceV, v - sinceV);
    // The log has no holes: earlier ops were folded during this read.
    if (ops[0] && ops[0].v !== sinceV + 1) throw new AppError('history_folded');
    return ops;
  }
}

function apply(board: FoldedBoard, op: StoredOp): void {
  for (const [taskId, task] of applyOp((id) => board.tasks.get(id), op)) {
    if (task) board.tasks.set(taskId, task);
    else board.tasks.delete(taskId);
  }
  board.v = op.v;
  board.at = op.at;
}

/** The last version that a stretch reaches. */
const endOf = ({ base, ops }: Stretch): number => ops.at(-1)?.v ?? base.v;

function bytesOf({ base, ops }: Stretch): number {
  let bytes = OP_BYTES;
  for (const task of base.tasks.values()) bytes += weigh(task);
  for (const { patch, before } of ops) bytes += OP_BYTES + 2 * JSON.stringify([patch, before]).length;
  return bytes;
}
