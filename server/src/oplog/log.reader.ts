import { Semaphore } from '@livelane/shared/semaphore';
import type { ChangesOf } from '../database/connect';
import { RememberedReads } from '../database/remembered-reads';
import { AppError } from '../http/errors';
import { CommittedBefore, type RequestKey } from './commit.types';
import { untilMajority } from './majority';
import type { OpFilter, TaskMove } from './op.history';
import { UnknownOp } from './op.model';
import type { LogHead, OpStore } from './op.store';
import type { StoredOp } from './op.types';
import { REQUEST_BYTES, type WeighedOps } from './weighed.reads';

/** Ops of a log's tail that are read at once. */
const TAIL_OPS = 1_000;
/** Bytes of the log that weigh as much as an empty tail where tails are kept. */
const WEIGHED_BYTES = 1_000;

/** The latest ops of a task in which its moves are looked for. */
const MOVE_OPS = 200;

/** In place of a tail that one query for many boards cannot bring, since there is too much in all of them. */
const ALONE = Symbol('to be read alone');
type Tail = WeighedOps | UnknownOp | typeof ALONE;
/** Such tails that are read at once. */
const ALONE_AT_ONCE = 16;

/** The project in the key of a tail: `<project> <version it begins after>`. */
const projectOf = (key: string): string => key.slice(0, key.indexOf(' '));

/**
 * Reads the log: what follows a version, the past of a task or person, and kept answers. Whatever reads ops throws
 * UnknownOp, an AppError `unavailable`, for one that this version does not know (R22).
 */
export class LogReader {
  private readonly tails: RememberedReads<string, Tail>;
  /** Each holds what it has read (R32). */
  private readonly alone = new Semaphore(ALONE_AT_ONCE);

  constructor(
    protected readonly store: OpStore,
    private readonly changesOf: ChangesOf,
  ) {
    this.tails = new RememberedReads([store.logName], changesOf, (keys) => this.readTails(keys), {
      partOf: projectOf,
      weigh: (tail) => 1 + (tail === ALONE || tail instanceof UnknownOp ? 0 : tail.bytes / WEIGHED_BYTES),
    });
  }

  /** The approximate number of ops in the log. */
  size(): Promise<number> {
    return this.store.size();
  }

  /**
   * Ops after `sinceV` in order, at most `limit`, once a fail-over can no longer undo them.
   * @throws AppError `unavailable` when the majority of the replica set does not get them in time
   */
  async read(projectId: string, sinceV: number, limit: number): Promise<StoredOp[]> {
    const readOps = async () => ({ ops: await this.store.after(projectId, sinceV, limit) });
    return (await this.ofMajority(projectId, readOps)).ops;
  }

  /** The same until they have `REQUEST_BYTES` (R32). */
  readWeighed(projectId: string, sinceV: number, limit: number): Promise<WeighedOps> {
    return this.ofMajority(projectId, () => this.store.afterWithin(projectId, sinceV, limit, REQUEST_BYTES));
  }

  /** The same where few or none are expected. */
  protected readFew(projectId: string, sinceV: number, limit: number): Promise<WeighedOps> {
    return this.ofMajority(projectId, () => this.store.fewAfter(projectId, sinceV, limit, REQUEST_BYTES));
  }

  /**
   * Reads ops from the primary, which has all that were acknowledged, and waits until the majority has them as well.
   * With the last one it has those before it, since each was inserted after the one before.
   */
  private async ofMajority<Read extends Pick<WeighedOps, 'ops'>>(
    projectId: string,
    readOps: () => Promise<Read>,
  ): Promise<Read> {
    // The embedded database, which counts its changes, is no replica set.
    const isSettled = this.changesOf(this.store.logName, projectId) !== null;
    for (;;) {
      const read = await readOps();
      const last = read.ops.at(-1);
      if (!last || isSettled || (await this.isKept(last))) return read;
    }
  }

  /** Waits until the majority has an op; false when a fail-over has undone it. @throws AppError `unavailable` */
  private isKept(op: StoredOp): Promise<boolean> {
    return untilMajority(async () => {
      if (await this.store.has(op, 'majority')) return true;
      return (await this.store.has(op, 'local')) ? undefined : false;
    });
  }

  private async readTails(keys: readonly string[]): Promise<Tail[]> {
    const cursors = keys.map((key) => {
      const [projectId = '', sinceV] = key.split(' ');
      return { projectId, sinceV: Number(sinceV) };
    });
    const [first] = cursors;
    if (first && cursors.length === 1) return [await this.readTail(first.projectId, first.sinceV)];
    return (await this.store.afterEach(cursors, TAIL_OPS, REQUEST_BYTES)) ?? cursors.map(() => ALONE);
  }

  private async readTail(projectId: string, sinceV: number): Promise<WeighedOps | UnknownOp> {
    try {
      const tail = await this.store.fewAfter(projectId, sinceV, TAIL_OPS, REQUEST_BYTES);
      return { ...tail, isCut: tail.isCut || tail.ops.length === TAIL_OPS };
    } catch (error) {
      // R22: callers for other boards in the same query get theirs.
      if (error instanceof UnknownOp) return error;
      throw error;
    }
  }

  /**
   * The ops after `sinceV` in order, at most 1,000 or `REQUEST_BYTES`; simultaneous calls share a query.
   * @throws AppError as `read`
   */
  tail(projectId: string, sinceV: number): Promise<WeighedOps> {
    return this.ofMajority(projectId, async () => {
      const shared = await this.tails.read(`${projectId} ${sinceV}`);
      const found = shared === ALONE ? await this.alone.run(() => this.readTail(projectId, sinceV)) : shared;
      if (found instanceof UnknownOp) throw found;
      return found;
    });
  }

  /**
   * Changes when the past of a project changes: texts were erased (R24), ops folded away (R25), or it has another
   * history (R6).
   */
  async pastMark(projectId: string): Promise<string> {
    const head = await this.store.head(projectId);
    return `${head?.epoch} ${head?.erasures ?? 0} ${head?.oldestV ?? 0}`;
  }

  /** The history of one task after version `sinceV`, in order; null when it is more than a request may read (R32). */
  taskHistory(projectId: string, taskId: string, sinceV: number): Promise<StoredOp[] | null> {
    return this.store.history.ofTask(projectId, taskId, sinceV, REQUEST_BYTES);
  }

  /** What tells who was involved in a task at version `sinceV` from who is now, in order. */
  involvement(
    projectId: string,
    taskId: string,
    sinceV: number,
    commentIds: readonly string[],
  ): Promise<StoredOp[]> {
    return this.store.history.involvement(projectId, taskId, sinceV, commentIds);
  }

  /** The version up to which ops have been folded away (R25). */
  async oldestV(projectId: string): Promise<number> {
    return (await this.store.head(projectId))?.oldestV ?? 0;
  }

  /** False if an op after version `sinceV` has been folded away (R25): its change is no longer known. */
  async isKeptSince(projectId: string, sinceV: number): Promise<boolean> {
    return sinceV >= (await this.oldestV(projectId));
  }

  /** What put a task where it is, its creation and its moves, newest first, as far as its latest ops tell (R32). */
  taskMoves(projectId: string, taskId: string): Promise<TaskMove[]> {
    return this.store.history.movesOf(projectId, taskId, MOVE_OPS);
  }

  /** True for the id of a comment that was ever added. */
  isCommentCreated(commentId: string): Promise<boolean> {
    return this.store.isCommentCreated(commentId);
  }

  /** The answer that was kept under a request's own key. @throws AppError `idempotency_key_reused` (R7) */
  async keptAnswer<Result>({
    projectId,
    actorId,
    mutationId,
    fingerprint,
  }: RequestKey): Promise<Result | null> {
    const known = await this.store.byMutation([projectId], actorId, mutationId);
    if (known && known.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
    return known ? (known.result as Result) : null;
  }

  /**
   * For requests about things that have been in other projects, too: a key is unique in its project only.
   * @throws CommittedBefore, which answers the request, when it was committed in one of them (R7)
   */
  async assertNotIn(projectIds: readonly string[], actorId: string, mutationId: string): Promise<void> {
    const known = projectIds.length > 0 && (await this.store.byMutation(projectIds, actorId, mutationId));
    if (known) throw new CommittedBefore(known);
  }

  /** The version of a project's latest op; 0 when there is none. */
  lastV(projectId: string): Promise<number> {
    return this.store.lastV(projectId);
  }

  /** When that op was committed; null when it is not kept. */
  timeOf(projectId: string, v: number): Promise<string | null> {
    return this.store.timeOf(projectId, v);
  }

  /** When these versions were committed, in their order; those that are not kept are left out. */
  timesOf(projectId: string, versions: readonly number[]): Promise<Array<{ v: number; at: string }>> {
    return this.store.timesOf(projectId, versions);
  }

  /** The latest matching ops, newest first. */
  async latest(projectId: string, filter: OpFilter, limit: number): Promise<StoredOp[]> {
    return (await this.store.history.latest(projectId, filter, limit, Number.POSITIVE_INFINITY)).ops;
  }

  /** The same for a request: no more than `REQUEST_BYTES` of them (R32). */
  latestWeighed(projectId: string, filter: OpFilter, limit: number): Promise<WeighedOps> {
    return this.store.history.latest(projectId, filter, limit, REQUEST_BYTES);
  }

  /** The version of every project, as far as applied, by id. */
  allHeads(): Promise<Map<string, number>> {
    return this.store.allHeads();
  }

  /** The versions of these projects, as far as applied; unknown ones are left out. */
  headsOf(projectIds: readonly string[]): Promise<Map<string, LogHead>> {
    return this.store.headsOf(projectIds);
  }
}
