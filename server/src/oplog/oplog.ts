import { type ChangesOf, unknownChanges } from '../database/connect';
import { isDatabaseAway } from '../database/database-away';
import { SharedReads } from '../database/shared-reads';
import { AppError, isNotFound } from '../http/errors';
import { BoardTurns } from './board.turns';
import { CommitEntry, CommitQueue } from './commit.queue';
import { replay } from './commit.replay';
import type { CommitRequest, Committed, LogState, OpListener, RequestKey } from './commit.types';
import { KeyedQueue } from './keyed-queue';
import { KnownHeads } from './known-heads';
import { Listeners } from './listeners';
import { LogReader } from './log.reader';
import { changesCardsOnly } from './op.effects';
import { UnknownOp } from './op.model';
import type { LogHead, OpStore } from './op.store';
import type { ApplyOps, StoredOp } from './op.types';
import { RowApplier } from './row.applier';

/** Ops per read while healing. */
const HEAL_BATCH = 500;

interface OplogOptions {
  turns?: BoardTurns;
  rowsFollow?: () => boolean;
  othersRowsFollow?: () => boolean;
  assertAllSpeak?: (protocol: number) => Promise<void>;
  keepsWholeAnswers?: () => boolean;
  changesOf?: ChangesOf;
  onUnreadable?: (projectId: string, error: unknown) => void;
}

/**
 * The commit path (R1–R7), and the only writer of ops. One insert of an op is the commit point;
 * the next process can repeat everything after it.
 */
export class Oplog extends LogReader {
  private readonly queues = new Map<string, CommitQueue>();
  private rightsChanges = 0;
  /** Boards whose rows are behind the log after a failure, until a heal. */
  private readonly leftBehind = new Set<string>();
  /** Boards whose heal failed: reported once each. */
  private readonly unreadable = new Set<string>();
  /** Boards with ops that other nodes have passed on, until a heal: those nodes may have died before they wrote the rows. */
  private readonly passedOn = new Set<string>();
  private readonly unapplied = new Listeners<void>();
  private recovering: Promise<void> | null = null;
  private readonly recoveries = new SharedReads<'all', void>(async () => [await this.recover()]);
  private readonly repetitions = new KeyedQueue();
  private readonly state: LogState;
  private readonly onUnreadable: (projectId: string, error: unknown) => void;
  private readonly othersRowsFollow: () => boolean;

  /**
   * @param turns of the nodes that write to the same board
   * @param rowsFollow true while this process is the only one on its database: answers and pushes need not wait for the
   *   rows, since readers of rows in this process wait for them (`rowsCaughtUp`)
   * @param othersRowsFollow true while another process may consider itself the only one: readers of rows in this
   *   process check the log first
   * @param assertAllSpeak refuses while a node lives that speaks less than a protocol (R22)
   * @param keepsWholeAnswers true while a node lives that cannot restore an answer from its part (R22, R25)
   * @param changesOf saves queries on a log that has not grown
   * @param onUnreadable called once for a board that cannot be read; all others continue
   */
  constructor(
    store: OpStore,
    private readonly apply: ApplyOps,
    {
      turns = new BoardTurns(),
      rowsFollow = () => false,
      othersRowsFollow = () => false,
      assertAllSpeak = async () => undefined,
      keepsWholeAnswers = () => false,
      changesOf = unknownChanges,
      onUnreadable = () => undefined,
    }: OplogOptions = {},
  ) {
    super(store, changesOf);
    this.onUnreadable = onUnreadable;
    this.othersRowsFollow = othersRowsFollow;
    this.state = {
      store,
      turns,
      rowsFollow,
      assertAllSpeak,
      keepsWholeAnswers,
      heads: new KnownHeads((projectId, v) => store.timeOf(projectId, v)),
      read: (projectId, sinceV, limit) => this.read(projectId, sinceV, limit),
      heal: (projectId) => this.heal(projectId),
      applied: (op) => this.applied(op),
      inserted: new Listeners(),
      committed: new Listeners(),
      retried: new Listeners(),
      rightsChanges: () => this.rightsChanges,
    };
    // The boards in memory follow at once, so that no reader has to look for these ops in the log. Those that change more
    // than cards are left to a heal, which also brings their rows and rights.
    turns.passedOn.add((op) => {
      if (!changesCardsOnly(op)) return;
      this.passedOn.add(op.projectId);
      this.state.inserted.notify(op);
    });
    // Added before all other listeners.
    this.onCommitted((op) => {
      if (changesRights(op)) this.rightsChanges++;
    });
  }

  /** Rises with every change that may affect anyone's rights, as far as this process knows. */
  get rightsVersion(): number {
    return this.rightsChanges;
  }

  /** Someone's rights have changed elsewhere: waiting commits are checked again. */
  rightsHaveChanged(): void {
    this.rightsChanges++;
  }

  /** The version that this process has seen or made last; 0 for a project that it has neither written to nor healed. */
  knownV(projectId: string): number {
    return this.state.heads.get(projectId) ?? 0;
  }

  /** Begins the history of a new project. */
  createBoard(projectId: string): Promise<void> {
    return this.store.createHead(projectId);
  }

  /** Removes the whole history of a deleted project. */
  async removeBoard(projectId: string): Promise<void> {
    this.state.heads.forget(projectId);
    this.leftBehind.delete(projectId);
    this.passedOn.delete(projectId);
    await this.store.removeProject(projectId);
  }

  /** Removes a person's name from the log (R24). */
  forgetName(userId: string): Promise<void> {
    return this.store.forgetName(userId);
  }

  /** Drops this process's data of a board whose epoch has ended (R6): the next access reads it again. */
  forget(projectId: string): void {
    this.state.heads.forget(projectId);
    this.state.turns.forget(projectId);
    this.rightsChanges++;
  }

  /**
   * The listener is called with every op of this process at its commit point, and with those of other nodes that this one
   * hears of, in version order per project; one may come twice, and rows may be older.
   */
  onInserted(listener: OpListener): void {
    this.state.inserted.add(listener);
  }

  /** The listener is called with every op of this process when its caller is answered, in version order (R8). */
  onCommitted(listener: OpListener): void {
    this.state.committed.add(listener);
  }

  /** The listener is called when ops are in the log that nobody was told of, since their rows could not be written. */
  onUnapplied(listener: () => void): void {
    this.unapplied.add(listener);
  }

  /** The listener gets the number of commits that start again because another node's op took their place. */
  onRetried(listener: (count: number) => void): void {
    this.state.retried.add(listener);
  }

  /**
   * Commits one change of a project's board.
   * @throws AppError `not_found` (no such board), `idempotency_key_reused`, `busy` (no place after the tries of R3 and R33),
   *   `unavailable` (a node lives that could not read the op, R22), and whatever `authorise` and `prepare` throw
   */
  async commit<Result = undefined>(request: CommitRequest<Result>): Promise<Committed<Result>> {
    const { projectId, actorId, mutationId } = request;
    const entry = new CommitEntry(request as CommitRequest<unknown>, this.rightsChanges);
    // Read in parallel; a refusal still precedes any stored answer. Shared commits are rarely
    // repetitions, and these are noticed anyway: at the insert, or before an answer without an op.
    const [known] = await Promise.all([
      request.shared ? null : this.store.byMutation([projectId], actorId, mutationId),
      request.authorise?.(),
    ]);
    if (known) replay(entry, known, this.state);
    else this.queueOf(projectId).add(entry);
    return entry.answer as Promise<Committed<Result>>;
  }

  /**
   * Commits changes of one project together, in order and each on those before: consecutive versions and one insert,
   * unless another node's op comes between. Earlier commits are answered again (R7).
   * @param rightsSeen `rightsVersion` when the caller's access check began
   */
  async commitTogether<Result>(
    requests: ReadonlyArray<CommitRequest<Result> & { bulkId: string }>,
    rightsSeen: number,
  ): Promise<PromiseSettledResult<Committed<Result>>[]> {
    const [first] = requests;
    if (!first) return [];
    const entries = requests.map((request) => new CommitEntry(request as CommitRequest<unknown>, rightsSeen));
    const ids = requests.map(({ mutationId }) => mutationId);
    const known = await this.store.byMutations(first.projectId, first.actorId, ids);
    for (const entry of entries) {
      const before = known.get(entry.request.mutationId);
      if (before) replay(entry, before, this.state);
    }
    this.queueOf(first.projectId).add(...entries.filter(({ isAnswered }) => !isAnswered));
    return Promise.allSettled(entries.map(({ answer }) => answer as Promise<Committed<Result>>));
  }

  /** Keeps an answer without an op under its request's key. */
  async keepAnswer(request: RequestKey, v: number, result: unknown): Promise<void> {
    await this.store.keepUnchanged({ ...request, v, result });
  }

  private queueOf(projectId: string): CommitQueue {
    const kept = this.queues.get(projectId);
    if (kept) return kept;
    const onIdle = (): void => {
      if (queue.isIdle && rowApplier.isIdle) this.queues.delete(projectId);
    };
    const rowApplier = new RowApplier(projectId, {
      apply: this.apply,
      raiseAppliedV: (id, v) => this.store.raiseAppliedV(id, v),
      turns: this.state.turns,
      committed: this.state.committed,
      failed: (id) => {
        this.state.heads.forget(id);
        this.leftBehind.add(id);
        this.unapplied.notify();
      },
      onIdle,
    });
    const queue = new CommitQueue(projectId, this.state, rowApplier, onIdle);
    this.queues.set(projectId, queue);
    return queue;
  }

  /**
   * Called before rows are read: brings those of these projects, or of all, up to date with every op that anyone here
   * knows of, and with ops that a process that died left unapplied.
   * @returns projects whose rows stay behind because their log cannot be applied here: they stop no other one
   * @throws when the database fails
   */
  async rowsCaughtUp(projectIds?: Iterable<string>): Promise<ReadonlySet<string>> {
    if (this.othersRowsFollow()) {
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
    this.onUnreadable(projectId, error);
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
    const { turns } = this.state;
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
  private async applied({ projectId, v }: StoredOp): Promise<void> {
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
   */
  async healOnce(projectId: string): Promise<void> {
    if (this.state.heads.get(projectId) !== undefined) return;
    try {
      await this.heal(projectId);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /**
   * Applies ops that were committed and not applied: the work of a process that died in between.
   * @throws AppError `not_found` when the project has no board
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
      await this.apply(ops);
      appliedV = last.v;
      at = last.at;
      await this.store.raiseAppliedV(projectId, appliedV);
    }
    this.leftBehind.delete(projectId);
    this.passedOn.delete(projectId);
    this.unreadable.delete(projectId);
    this.state.heads.reached(projectId, appliedV, at);
    // Other nodes' ops may be among those that were new to this process.
    this.rightsChanges++;
    return { epoch: head.epoch, appliedV };
  }
}

function changesRights({ type }: StoredOp): boolean {
  return type.startsWith('member.') || type.startsWith('project.');
}
