import type { ChangesOf } from '../database/connect';
import { isDatabaseAway } from '../database/database-away';
import { SharedReads } from '../database/shared-reads';
import { AppError, isNotFound } from '../http/errors';
import type { BoardTurns } from './board.turns';
import type { CommitQueue } from './commit.queue';
import { KeyedQueue } from './keyed-queue';
import { KnownHeads } from './known-heads';
import { LogReader } from './log.reader';
import { UnknownOp } from './op.model';
import type { LogHead, OpStore } from './op.store';
import type { ApplyOps, StoredOp } from './op.types';

/** Ops per read while healing. */
const HEAL_BATCH = 500;

interface Dependencies {
  apply: ApplyOps;
  turns: BoardTurns;
  othersRowsFollow: () => boolean;
  onUnreadable: (projectId: string, error: unknown) => void;
  changesOf: ChangesOf;
}

/** Heals boards: brings their rows up to date with ops that a process, here or elsewhere, has left unapplied (R3). */
export class BoardHealer extends LogReader {
  protected readonly queues = new Map<string, CommitQueue>();
  protected readonly heads: KnownHeads;
  protected rightsChanges = 0;
  /** Boards whose rows are behind the log after a failure, until a heal. */
  private readonly leftBehind = new Set<string>();
  /** Boards whose heal failed: reported once each. */
  private readonly unreadable = new Set<string>();
  /** Boards with ops that other nodes have passed on, until a heal: those nodes may have died before they wrote the rows. */
  private readonly passedOn = new Set<string>();
  private recovering: Promise<void> | null = null;
  private readonly recoveries = new SharedReads<'all', void>(async () => [await this.recover()]);
  private readonly repetitions = new KeyedQueue();

  constructor(
    store: OpStore,
    private readonly healing: Dependencies,
  ) {
    super(store, healing.changesOf);
    this.heads = new KnownHeads((projectId, v) => store.timeOf(projectId, v));
  }

  /** Another node has passed on an op of this board, whose rows it may not have written yet. */
  protected notePassedOn(projectId: string): void {
    this.passedOn.add(projectId);
  }

  /** The rows of a board could not be written: its next use heals it. */
  protected leaveBehind(projectId: string): void {
    this.heads.forget(projectId);
    this.leftBehind.add(projectId);
  }

  /** Nothing is left to heal of a board that is removed. */
  protected giveUp(projectId: string): void {
    this.heads.forget(projectId);
    this.leftBehind.delete(projectId);
    this.passedOn.delete(projectId);
  }

  /**
   * Called before rows are read: brings those of these projects, or of all, up to date with every op that anyone here
   * knows of, and with ops that a process that died left unapplied.
   * @returns projects whose rows stay behind because their log cannot be applied here: they stop no other one
   * @throws when the database fails
   */
  async rowsCaughtUp(projectIds?: Iterable<string>): Promise<ReadonlySet<string>> {
    if (this.healing.othersRowsFollow()) {
      // Recovery runs once more when this is over.
      this.recovering = null;
      await this.recoveries.read('all');
    } else {
      this.recovering ??= this.recover();
      await this.recovering;
    }
    const wanted = new Set(projectIds ?? [...this.queues.keys(), ...this.leftBehind]);
    await Promise.all([...wanted].map((id) => this.queues.get(id)?.caughtUp()));
    const behind = new Set<string>();
    for (const id of [...this.leftBehind]) if (wanted.has(id) && !(await this.couldHeal(id))) behind.add(id);
    return behind;
  }

  /**
   * Reports once that a board cannot be read here, which stops no other (R22).
   * @throws `error` when it is about the database: that is away, or its majority lacks an op
   */
  reportUnreadable(projectId: string, error: unknown): void {
    // `unavailable` is said of one board by an unknown op alone.
    if (error instanceof AppError && error.code === 'unavailable' && !(error instanceof UnknownOp))
      throw error;
    this.reportUnhealed(projectId, error);
  }

  /** The same for what heals boards: one that must wait for the majority stops no other either. */
  private reportUnhealed(projectId: string, error: unknown): void {
    if (isDatabaseAway(error)) throw error;
    if (this.unreadable.has(projectId)) return;
    this.unreadable.add(projectId);
    this.healing.onUnreadable(projectId, error);
  }

  private async couldHeal(projectId: string): Promise<boolean> {
    try {
      await this.heal(projectId);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (!isGone) {
        this.reportUnhealed(projectId, error);
        this.leftBehind.add(projectId);
        return false;
      }
      this.leftBehind.delete(projectId);
    }
    return true;
  }

  /**
   * Applies ops that are in the log and not in the rows. After a start on a MongoDB as well: the data may have been
   * imported from a node whose rows followed.
   */
  private async recover(): Promise<void> {
    try {
      for (const projectId of await this.store.unapplied()) await this.couldHeal(projectId);
    } catch (error) {
      this.recovering = null;
      throw error;
    }
  }

  /**
   * Called before a board is shown: sees to it that the rows of ops that were read in the log, or passed on by another
   * node, follow even if that one has died.
   */
  async rowsOf(projectId: string, ops: readonly StoredOp[]): Promise<void> {
    const { turns } = this.healing;
    const last = ops.at(-1);
    if (!last) {
      if (this.passedOn.has(projectId) && !turns.isShared(projectId)) await this.heal(projectId);
      return;
    }
    // The op that this process is inserting: it writes the rows itself.
    if (this.queues.get(projectId)?.isInserting(last.v)) return;
    if (turns.isShared(projectId)) await turns.rowsOfOthers(projectId, ops);
    await this.heal(projectId);
  }

  /** The node that committed the op may have died before it was applied. */
  protected async applied({ projectId, v }: StoredOp): Promise<void> {
    await this.queues.get(projectId)?.caughtUp();
    // One after another: the first of a bulk heals for all.
    await this.repetitions.run(projectId, async () => {
      const head = await this.store.head(projectId);
      if (head && head.appliedV < v) await this.heal(projectId);
    });
  }

  /**
   * Heals a board on its first use after a start, after a failure, and after a day of rest. Free otherwise, so every
   * access check can call it. Ignores unknown boards.
   * @throws AppError `unavailable` as `heal`
   */
  async healOnce(projectId: string): Promise<void> {
    if (this.heads.get(projectId) !== undefined) return;
    try {
      await this.heal(projectId);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /**
   * Applies ops that were committed and not applied: the work of a process that died in between.
   * @throws AppError `not_found` when the project has no board, `unavailable` when the majority of the replica set does not
   *   get an op in time (R2) or this version cannot read one (UnknownOp, R22)
   */
  async heal(projectId: string): Promise<LogHead> {
    const head = await this.store.head(projectId);
    if (!head) throw new AppError('not_found');
    let { appliedV } = head;
    let at: string | undefined;
    for (;;) {
      const { ops } = await this.readFew(projectId, appliedV, HEAL_BATCH);
      const last = ops.at(-1);
      if (!last) break;
      await this.healing.apply(ops);
      appliedV = last.v;
      at = last.at;
      await this.store.raiseAppliedV(projectId, appliedV);
    }
    this.leftBehind.delete(projectId);
    this.passedOn.delete(projectId);
    this.unreadable.delete(projectId);
    this.heads.reached(projectId, appliedV, at);
    // Other nodes' ops may be among those that were new to this process.
    this.rightsChanges++;
    return { epoch: head.epoch, appliedV };
  }
}
