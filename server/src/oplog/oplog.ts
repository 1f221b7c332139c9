import { type ChangesOf, unknownChanges } from '../database/connect';
import { isDatabaseAway } from '../database/database-away';
import { SharedReads } from '../database/shared-reads';
import { AppError, isNotFound } from '../http/errors';
import { CommitEntry, CommitQueue } from './commit.queue';
import { replay } from './commit.replay';
import type { CommitRequest, Committed, LogState, OpListener, RequestKey } from './commit.types';
import { Listeners } from './listeners';
import { LogReader } from './log.reader';
import type { LogHead, OpStore } from './op.store';
import type { ApplyOps, StoredOp } from './op.types';
import { RowApplier } from './row.applier';

/** Ops read at once while healing. */
const HEAL_BATCH = 500;

interface OplogOptions {
  rowsFollow?: () => boolean;
  othersRowsFollow?: () => boolean;
  keepsWholeAnswers?: () => boolean;
  changesOf?: ChangesOf;
  onUnreadable?: (projectId: string, error: unknown) => void;
}

/**
 * The commit path (R1–R7), and the only writer of ops. One insert of an op is the commit point;
 * everything that follows it can be repeated by the next process.
 */
export class Oplog extends LogReader {
  private readonly queues = new Map<string, CommitQueue>();
  private rightsChanges = 0;
  /** Boards whose rows stayed behind the log after a failure, until a heal. */
  private readonly leftBehind = new Set<string>();
  /** Boards whose heal failed: reported once each. */
  private readonly unreadable = new Set<string>();
  private recovering: Promise<void> | null = null;
  private readonly recoveries = new SharedReads<'all', void>(async () => [await this.recover()]);
  private readonly state: LogState;
  private readonly onUnreadable: (projectId: string, error: unknown) => void;
  private readonly othersRowsFollow: () => boolean;

  /**
   * @param rowsFollow true while this process is the only one on its database: answers and pushes need not wait for the
   *   rows, since readers of rows in this process wait for them (`rowsCaughtUp`)
   * @param othersRowsFollow true while another process may take itself to be the only one: readers of rows in this process
   *   look into the log first
   * @param keepsWholeAnswers true while a node lives that cannot make an answer whole again (R22, R25)
   * @param changesOf saves queries on a log that has not grown
   * @param onUnreadable hears of a board that cannot be read, once; all others continue
   */
  constructor(
    store: OpStore,
    private readonly apply: ApplyOps,
    {
      rowsFollow = () => false,
      othersRowsFollow = () => false,
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
      rowsFollow,
      keepsWholeAnswers,
      heads: new Map(),
      heal: (projectId) => this.heal(projectId),
      inserted: new Listeners(),
      committed: new Listeners(),
      retried: new Listeners(),
      rightsChanges: () => this.rightsChanges,
    };
    // Before all others hear of it.
    this.onCommitted((op) => {
      if (changesRights(op)) this.rightsChanges++;
    });
  }

  /** Rises with whatever may change anyone's rights, as far as this process knows. */
  get rightsVersion(): number {
    return this.rightsChanges;
  }

  /** Someone's rights have changed elsewhere: what waits for its turn is judged again. */
  rightsHaveChanged(): void {
    this.rightsChanges++;
  }

  /** Begins the history of a new project. */
  createBoard(projectId: string): Promise<void> {
    return this.store.createHead(projectId);
  }

  /** Takes the whole history of a deleted project away. */
  async removeBoard(projectId: string): Promise<void> {
    this.state.heads.delete(projectId);
    this.leftBehind.delete(projectId);
    await this.store.removeProject(projectId);
  }

  /** Takes a person's name out of the log (R24). */
  forgetName(userId: string): Promise<void> {
    return this.store.forgetName(userId);
  }

  /** What this process knows of a board is from a history that has ended (R6): the next access reads it again. */
  forget(projectId: string): void {
    this.state.heads.delete(projectId);
    this.rightsChanges++;
  }

  /**
   * Hears of every op of this process at its commit point, and of other nodes' ops that came before one of them, in version
   * order per project; rows may be older.
   */
  onInserted(listener: OpListener): void {
    this.state.inserted.add(listener);
  }

  /** Hears of every op of this process when its caller is answered, in version order per project (R8). */
  onCommitted(listener: OpListener): void {
    this.state.committed.add(listener);
  }

  /** Hears how many commits start again because another node's op took their place. */
  onRetried(listener: (count: number) => void): void {
    this.state.retried.add(listener);
  }

  /**
   * Commits one change of a project's board.
   * @throws AppError `not_found` (no such board), `idempotency_key_reused`, `busy` (no place after 8 tries),
   *   and whatever `authorise` and `prepare` throw
   */
  async commit<Result = undefined>(request: CommitRequest<Result>): Promise<Committed<Result>> {
    const { projectId, actorId, mutationId } = request;
    const entry = new CommitEntry(request as CommitRequest<unknown>, this.rightsChanges);
    // Read side by side; a refusal still comes before any answer that is stored. Shared commits are seldom
    // repetitions, and theirs come to light anyway: at the insert, or before an answer without an op.
    const [known] = await Promise.all([
      request.shared ? null : this.store.byMutation([projectId], actorId, mutationId),
      request.authorise?.(),
    ]);
    if (known) replay(entry, known);
    else this.queueOf(projectId).add(entry);
    return entry.answer as Promise<Committed<Result>>;
  }

  /**
   * Commits changes of one project together, in order and each on those before: consecutive versions and one insert, unless
   * another node comes between. What was committed before is answered again (R7).
   */
  async commitTogether<Result>(
    requests: ReadonlyArray<CommitRequest<Result> & { bulkId: string }>,
  ): Promise<PromiseSettledResult<Committed<Result>>[]> {
    const [first] = requests;
    if (!first) return [];
    const entries = requests.map(
      (request) => new CommitEntry(request as CommitRequest<unknown>, this.rightsChanges),
    );
    const ids = requests.map(({ mutationId }) => mutationId);
    const known = await this.store.byMutations(first.projectId, first.actorId, ids);
    for (const entry of entries) {
      const before = known.get(entry.request.mutationId);
      if (before) replay(entry, before);
    }
    this.queueOf(first.projectId).add(...entries.filter(({ isAnswered }) => !isAnswered));
    return Promise.allSettled(entries.map(({ answer }) => answer as Promise<Committed<Result>>));
  }

  /** Keeps an answer under its request's key, which no op has. */
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
      committed: this.state.committed,
      failed: (id) => {
        this.state.heads.delete(id);
        this.leftBehind.add(id);
      },
      onIdle,
    });
    const queue = new CommitQueue(projectId, this.state, rowApplier, onIdle);
    this.queues.set(projectId, queue);
    return queue;
  }

  /**
   * Before rows are read: those of these projects, or of all, have seen every op that anyone here knows of, and
   * what a process that died left unapplied.
   * @returns those whose rows stay behind because their log cannot be applied here: they stop no other one
   * @throws when the database fails
   */
  async rowsCaughtUp(projectIds?: Iterable<string>): Promise<ReadonlySet<string>> {
    if (this.othersRowsFollow()) {
      // And once more when that is over.
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

  /** Reports once that a board cannot be read. @throws `error` when it is the database that is away */
  reportUnreadable(projectId: string, error: unknown): void {
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
        this.reportUnreadable(projectId, error);
        this.leftBehind.add(projectId);
        return false;
      }
      this.leftBehind.delete(projectId);
    }
    return true;
  }

  /**
   * Applies what is in the log and not in the rows. After a start on a MongoDB as well: the data may have been imported
   * from a node whose rows followed.
   */
  private async recover(): Promise<void> {
    try {
      for (const projectId of await this.store.unapplied()) await this.couldHeal(projectId);
    } catch (error) {
      this.recovering = null;
      throw error;
    }
  }

  /** True while this process is inserting the op of that version: its rows follow by themselves. */
  isInserting(projectId: string, v: number): boolean {
    return this.queues.get(projectId)?.isInserting(v) ?? false;
  }

  /**
   * Heals a board that this process has not seen healed: at the first touch after a start, and after
   * a failure. Free otherwise, so every access check can ask for it. Unknown boards are none to heal.
   */
  async healOnce(projectId: string): Promise<void> {
    if (this.state.heads.has(projectId)) return;
    try {
      await this.heal(projectId);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /**
   * Applies what was committed and not applied: the work of a process that died in between.
   * @throws AppError `not_found` when the project has no board
   */
  async heal(projectId: string): Promise<LogHead> {
    const head = await this.store.head(projectId);
    if (!head) throw new AppError('not_found');
    let { appliedV } = head;
    for (;;) {
      const ops = await this.store.after(projectId, appliedV, HEAL_BATCH);
      const last = ops.at(-1);
      if (!last) break;
      await this.apply(ops);
      appliedV = last.v;
      await this.store.raiseAppliedV(projectId, appliedV);
    }
    this.leftBehind.delete(projectId);
    this.unreadable.delete(projectId);
    this.state.heads.set(projectId, Math.max(appliedV, this.state.heads.get(projectId) ?? 0));
    // Other nodes' ops may be among those that this process knows of only now.
    this.rightsChanges++;
    return { epoch: head.epoch, appliedV };
  }
}

function changesRights({ type }: StoredOp): boolean {
  return type.startsWith('member.') || type.startsWith('project.');
}
