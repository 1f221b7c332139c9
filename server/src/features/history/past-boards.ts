import { setTimeout as pause } from 'node:timers/promises';
import { applyOp } from '@livelane/shared/boards/fold';
import { Semaphore } from '@livelane/shared/semaphore';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Budgets } from '../../http/budgets';
import { AppError } from '../../http/errors';
import { KeyedQueue } from '../../oplog/keyed-queue';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { WeighedOps } from '../../oplog/weighed.reads';
import { weigh } from '../boards/board.replica';
import type { CheckpointStore } from './checkpoint.store';

/** After how many ops a checkpoint is written (R25). */
export const CHECKPOINT_OPS = 1_000;
/** Pause after each of many missing checkpoints when nobody waits for them, to serve others meanwhile. */
const REST_MS = 100;
/** The most ops that are kept after a checkpoint, since the next one may not be written yet, and their bytes in the log. */
const MAX_KEPT_OPS = 2 * CHECKPOINT_OPS;
const MAX_OPS_BYTES = 8_000_000;
/** How long they are kept after they were read. */
const KEPT_MS = 60_000;
/** Approximate bytes of memory for all of them, for one op without its texts, and for each of its bytes in the log. */
const MAX_KEPT_BYTES = 32_000_000;
const OP_BYTES = 500;
const BYTES_PER_LOG_BYTE = 2;
/** Past boards that are read at once (R32). */
const READS_AT_ONCE = 4;

interface Dependencies {
  oplog: Oplog;
  checkpoints: CheckpointStore;
  budgets: Budgets;
  logger: Logger;
}

/** A past board: its tasks, and the time of that version. */
interface FoldedBoard {
  v: number;
  at: string | null;
  tasks: Map<string, StoredTask>;
}

/** A past board and the ops after it, in the portions in which they were read: people step through its versions. */
interface Stretch {
  base: Readonly<FoldedBoard>;
  portions: readonly WeighedOps[];
  /** The mark of the log that they were read from: under another mark they are invalid (R24, R25). */
  mark: string;
}

/** Past boards: the fold of the ops up to a version, from the nearest checkpoint on (R25, R27). */
export class PastBoards {
  private readonly checking = new Map<string, Promise<void>>();
  /** One after another finds in memory what has been read for the one before. */
  private readonly turns = new KeyedQueue();
  private readonly reads = new Semaphore(READS_AT_ONCE);
  /** The latest stretch of each project. */
  private readonly kept = new LRUCache<string, Stretch>({
    maxSize: MAX_KEPT_BYTES,
    ttl: KEPT_MS,
    // A stretch that is larger than the whole cache is kept alone.
    sizeCalculation: (stretch) => Math.min(bytesOf(stretch), MAX_KEPT_BYTES),
  });

  constructor(private readonly deps: Dependencies) {
    deps.oplog.onCommitted(({ projectId, v }) => {
      if (v % CHECKPOINT_OPS === 0) void this.bringUpToDate(projectId, REST_MS);
    });
  }

  /**
   * @param v at most the log's head
   * @param userId who asks: what is read of the log counts among their bytes (R32)
   * @throws AppError `history_folded`, `too_many_requests`
   */
  at(projectId: string, v: number, userId?: string): Promise<FoldedBoard> {
    return this.turns.run(projectId, async () => {
      const { base, portions } = await this.stretch(projectId, v, userId);
      const board = copyOf(base);
      for (const { ops } of portions) for (const op of ops) if (op.v <= v) apply(board, op);
      return board;
    });
  }

  /**
   * Writes the checkpoint of one version, from which on history will be read.
   * @throws AppError `history_folded` when it cannot be read any more
   */
  async keep(projectId: string, v: number): Promise<void> {
    const baseV = await this.deps.checkpoints.latestV(projectId, v);
    if (baseV === v) return;
    await this.untilUnchanged(projectId, async () => {
      const board = await this.nearest(projectId, baseV);
      if (!(await this.write(projectId, board, v))) throw new AppError('history_folded');
    });
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
    await this.untilUnchanged(projectId, () => this.writeBetween(projectId, latestV, headV, restMs));
  }

  /**
   * R24: texts that another node erases meanwhile would come back in a checkpoint folded from ops read before.
   * @param write begins each time from a checkpoint that it did not write itself
   */
  private async untilUnchanged(projectId: string, write: () => Promise<void>): Promise<void> {
    for (let mark: string | null = null; ; ) {
      const current = await this.deps.oplog.pastMark(projectId);
      if (current === mark) return;
      mark = current;
      await write();
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
      if (!(await this.write(projectId, board, nextV))) return;
      if (restMs > 0 && nextV + CHECKPOINT_OPS <= headV) await pause(restMs, undefined, { ref: false });
    }
  }

  /** Folds up to version `v` and saves that checkpoint. @returns false when the log ends before */
  private async write(projectId: string, board: FoldedBoard, v: number): Promise<boolean> {
    while (board.v < v) if (!(await this.fold(projectId, board, v))) return false;
    const { at, tasks } = board;
    await this.deps.checkpoints.save(projectId, { v, at: at ?? '', tasks: [...tasks.values()] });
    return true;
  }

  /** A stretch that reaches version `v`; its missing ops are read. */
  private async stretch(projectId: string, v: number, userId: string | undefined): Promise<Stretch> {
    const mark = await this.deps.oplog.pastMark(projectId);
    const kept = this.kept.get(projectId);
    const isNear = kept?.mark === mark && kept.base.v <= v && v - kept.base.v <= MAX_KEPT_OPS;
    if (isNear && v <= endOf(kept)) return kept;
    return this.reads.run(async () => {
      if (userId !== undefined) await this.deps.budgets.assertBytesLeft(userId);
      if (isNear) return this.keepStretch(projectId, kept, v, userId);
      const base = await this.nearest(projectId, v);
      if (v - base.v >= CHECKPOINT_OPS) void this.bringUpToDate(projectId, REST_MS);
      return this.keepStretch(projectId, { base, portions: [], mark }, v, userId);
    });
  }

  private async keepStretch(
    projectId: string,
    stretch: Stretch,
    v: number,
    userId: string | undefined,
  ): Promise<Stretch> {
    const base = copyOf(stretch.base);
    const portions = [...stretch.portions];
    const longer = { base, portions, mark: stretch.mark };
    while (endOf(longer) < v) {
      const next = await this.read(projectId, endOf(longer), v);
      if (next.ops.length === 0) break;
      if (userId !== undefined) await this.deps.budgets.spend(userId, next.bytes);
      portions.push(next);
      // Far from a checkpoint, and among heavy ops, those in between are not held in memory.
      while (isTooMuch(portions)) for (const op of portions.shift()?.ops ?? []) apply(base, op);
    }
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
    const { ops } = await this.read(projectId, board.v, v);
    for (const op of ops) apply(board, op);
    return ops.length > 0;
  }

  /** The next ops, at most up to `v`. */
  private async read(projectId: string, sinceV: number, v: number): Promise<WeighedOps> {
    const read = await this.deps.oplog.readWeighed(projectId, sinceV, Math.min(v - sinceV, CHECKPOINT_OPS));
    // The log has no holes: earlier ops were folded during this read.
    if (read.ops[0] && read.ops[0].v !== sinceV + 1) throw new AppError('history_folded');
    return read;
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

function copyOf(board: Readonly<FoldedBoard>): FoldedBoard {
  return { ...board, tasks: new Map(board.tasks) };
}

/** The last version that a stretch reaches. */
const endOf = ({ base, portions }: Stretch): number => portions.at(-1)?.ops.at(-1)?.v ?? base.v;

function weightOf(portions: readonly WeighedOps[]): { ops: number; bytes: number } {
  const weight = { ops: 0, bytes: 0 };
  for (const portion of portions) {
    weight.ops += portion.ops.length;
    weight.bytes += portion.bytes;
  }
  return weight;
}

function isTooMuch(portions: readonly WeighedOps[]): boolean {
  const { ops, bytes } = weightOf(portions);
  return portions.length > 1 && (ops > MAX_KEPT_OPS || bytes > MAX_OPS_BYTES);
}

function bytesOf({ base, portions }: Stretch): number {
  const { ops, bytes } = weightOf(portions);
  let sum = OP_BYTES * (1 + ops) + BYTES_PER_LOG_BYTE * bytes;
  for (const task of base.tasks.values()) sum += weigh(task);
  return sum;
}
