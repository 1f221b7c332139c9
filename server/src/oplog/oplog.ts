import { type ChangesOf, unknownChanges } from '../database/connect';
import { BoardHealer } from './board.healer';
import { BoardTurns } from './board.turns';
import { CommitEntry, CommitQueue } from './commit.queue';
import { replay } from './commit.replay';
import type { CommitRequest, Committed, LogState, OpListener, RequestKey } from './commit.types';
import { Listeners } from './listeners';
import { changesCardsOnly } from './op.effects';
import type { OpStore } from './op.store';
import type { ApplyOps, StoredOp } from './op.types';
import { RowApplier } from './row.applier';

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
export class Oplog extends BoardHealer {
  private readonly unapplied = new Listeners<void>();
  private readonly state: LogState;

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
    super(store, { apply, turns, othersRowsFollow, onUnreadable, changesOf });
    this.state = {
      store,
      turns,
      rowsFollow,
      assertAllSpeak,
      keepsWholeAnswers,
      heads: this.heads,
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
      this.notePassedOn(op.projectId);
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
    return this.heads.get(projectId) ?? 0;
  }

  /** Begins the history of a new project. */
  createBoard(projectId: string): Promise<void> {
    return this.store.createHead(projectId);
  }

  /** Removes the whole history of a deleted project. */
  async removeBoard(projectId: string): Promise<void> {
    this.giveUp(projectId);
    await this.store.removeProject(projectId);
  }

  /** Removes a person's name from the log (R24). */
  forgetName(userId: string): Promise<void> {
    return this.store.forgetName(userId);
  }

  /** Drops this process's data of a board whose epoch has ended (R6): the next access reads it again. */
  forget(projectId: string): void {
    this.heads.forget(projectId);
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
        this.leaveBehind(id);
        this.unapplied.notify();
      },
      onIdle,
    });
    const queue = new CommitQueue(projectId, this.state, rowApplier, onIdle);
    this.queues.set(projectId, queue);
    return queue;
  }
}

function changesRights({ type }: StoredOp): boolean {
  return type.startsWith('member.') || type.startsWith('project.');
}
