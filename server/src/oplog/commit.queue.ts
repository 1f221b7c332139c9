import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../http/errors';
import { type CommitEntry, mutationKey, nextBatch } from './commit.entry';
import { type Batch, CommittedBefore, committedOp, type LogState, StaleHeadError } from './commit.types';
import { changesCardsOnly } from './op.effects';
import { type OpDocument, toStoredOp } from './op.model';
import type { StoredOp } from './op.types';
import type { CommittedOp, RowApplier } from './row.applier';

/** Longest pause before another attempt; a random part of it is taken. */
const RETRY_JITTER_MS = 10;
/** How long a node that had its turn leaves the next one to others that write to the same board. */
const YIELD_MS = 4;
/** How many turns are shared after a lost race: until as many looks in a row have found no other node. */
const SHARED_TURNS = 4;
/** Ops of other nodes that are folded in memory after a lost race; more than these are healed. */
const MAX_WON = 256;

/** What came of one entry's computation. */
type Outcome =
  | { entry: CommitEntry; document: OpDocument; op: StoredOp; result: unknown }
  /** Answered without an op; `after` ops of the batch must be committed for that to be true. */
  | { entry: CommitEntry; after: number; conclude: () => void };

/**
 * The commits of one project. First stage: compute ops on the head, in the order of the requests,
 * and insert them together. The second one, the row applier's, applies them while the next are computed.
 */
export class CommitQueue {
  private waiting: CommitEntry[] = [];
  private running = false;
  /** The last version of the insert that is on its way, else 0. */
  private insertingUpTo = 0;
  /** Other nodes write to this board, too: after a turn of its own this one lets them go first. */
  private sharedTurns = 0;
  private hadTurn = false;

  constructor(
    private readonly projectId: string,
    private readonly log: LogState,
    private readonly rowApplier: RowApplier,
    /** Nothing is left to compute. */
    private readonly onIdle: () => void,
  ) {}

  get isIdle(): boolean {
    return !this.running;
  }

  /** True while this process is inserting the op of that version. */
  isInserting(v: number): boolean {
    return v <= this.insertingUpTo;
  }

  /** Resolves when the rows have seen every op that someone was told of by now, or that has failed. */
  caughtUp(): Promise<void> {
    return this.rowApplier.caughtUp();
  }

  /** Entries of one bulk are added together. */
  add(...entries: CommitEntry[]): void {
    this.waiting.push(...entries);
    if (this.running) return;
    this.running = true;
    void this.run();
  }

  private async run(): Promise<void> {
    for (let batch = nextBatch(this.waiting); batch.length > 0; batch = nextBatch(this.waiting)) {
      const isAlone = !batch[0]?.request.shared;
      try {
        if (isAlone) await this.rowApplier.caughtUp();
        await this.commit(batch);
        if (isAlone) await this.rowApplier.caughtUp();
      } catch (error) {
        // Whether the insert came through is unknown: the next commit finds out by healing.
        this.log.forgetHead(this.projectId);
        for (const entry of batch) entry.reject(error);
      }
    }
    this.running = false;
    this.onIdle();
  }

  private async commit(entries: CommitEntry[]): Promise<void> {
    const head = await this.nextHead(entries);
    const outcomes = await this.computeAll(entries, head);
    if (!outcomes) {
      this.log.forgetHead(this.projectId);
      await this.tryAgain(entries);
      return;
    }
    const made = outcomes.flatMap((outcome) => ('op' in outcome ? [outcome] : []));
    const count = await this.insert(head, made);
    // An insert proves that the head was the latest. Without one, another node may have gone on, as it has where one was
    // refused: then a refusal, or "nothing changes", may be wrong by now.
    const isProven = count > 0 || (made.length === 0 && !(await this.hasGoneOn(head)));
    const settling: CommittedOp[] = made
      .slice(0, count)
      .map(({ entry, op, result }) => ({ op, done: entry, answer: committedOp(op, result) }));
    this.hadTurn = count > 0;
    this.rowApplier.add(settling, { rowsFollow: this.log.rowsFollow() && areShared(entries) });
    for (const outcome of outcomes) {
      if (!('op' in outcome) && isProven && outcome.after <= count) outcome.conclude();
    }
    if (count < made.length) await this.afterTaken(head, outcomes, made, count, isProven);
    else if (!isProven) {
      this.log.forgetHead(this.projectId);
      await this.tryAgain(entries);
    }
  }

  /** The version to build on: where other nodes write too, after they have had their turn (R33). */
  private async nextHead(entries: readonly CommitEntry[]): Promise<number> {
    const head = await this.head();
    if (this.sharedTurns === 0 || !this.hadTurn || !areShared(entries)) return head;
    await wait(YIELD_MS);
    this.hadTurn = false;
    if ((await this.follow(head)) === 'followed') this.sharedTurns = SHARED_TURNS;
    else this.sharedTurns--;
    return this.head();
  }

  private async head(): Promise<number> {
    const known = this.log.headOf(this.projectId);
    if (known !== undefined && !this.rowApplier.hasFailed) return known;
    await this.rowApplier.caughtUp();
    this.log.forgetHead(this.projectId);
    const { appliedV } = await this.log.heal(this.projectId);
    this.rowApplier.healed();
    return this.log.headOf(this.projectId) ?? appliedV;
  }

  /** Null when the log turned out to be further on. */
  private async computeAll(entries: readonly CommitEntry[], head: number): Promise<Outcome[] | null> {
    const ops: StoredOp[] = [];
    // One for all: boards keep what they have applied of it.
    const batch: Batch = { head, ops };
    const outcomes: Outcome[] = [];
    for (const entry of entries) {
      try {
        const computed = await this.compute(entry, batch);
        if (computed === 'refused') continue;
        const after = ops.length;
        if (computed && 'unchanged' in computed) {
          const { unchanged } = computed;
          const conclude = () => void entry.concludeUnchanged(this.log.store, head + after, unchanged);
          outcomes.push({ entry, after, conclude });
        } else if (computed) {
          const { document, result } = computed;
          const op = toStoredOp(document);
          ops.push(op);
          outcomes.push({ entry, document, op, result });
        } else {
          const { mutationId } = entry.request;
          const nothing = { op: null, v: head + after, mutationId, replayed: false, result: undefined };
          outcomes.push(this.concluded(entry, after, () => entry.succeed(nothing)));
        }
      } catch (error) {
        if (error instanceof StaleHeadError) return null;
        if (error instanceof CommittedBefore) entry.replay(error.known);
        else outcomes.push(this.concluded(entry, ops.length, () => entry.reject(error)));
      }
    }
    return outcomes;
  }

  private async hasGoneOn(head: number): Promise<boolean> {
    return (await this.log.store.after(this.projectId, head, 1)).length > 0;
  }

  private concluded(entry: CommitEntry, after: number, answer: () => void): Outcome {
    return { entry, after, conclude: () => void entry.conclude(this.log.store, answer) };
  }

  private async compute(
    entry: CommitEntry,
    batch: Batch,
  ): Promise<{ document: OpDocument; result: unknown } | { unchanged: unknown } | 'refused' | null> {
    const { request } = entry;
    const { projectId, actorId, mutationId, fingerprint, newTaskId, bulkId } = request;
    const rights = this.log.rightsChanges();
    if (entry.rightsSeen !== rights) {
      try {
        await request.authorise?.();
      } catch (error) {
        // A refusal comes before any stored answer.
        entry.reject(error);
        return 'refused';
      }
      entry.rightsSeen = rights;
    }
    const v = batch.head + batch.ops.length + 1;
    const at = new Date().toISOString();
    const prepared = await request.prepare({ projectId, v, at, batch });
    if (!prepared || 'unchanged' in prepared) return prepared;
    const { result, kept: part = result, ...change } = prepared;
    const kept = this.log.keepsWholeAnswers() ? result : part;
    const document = {
      ...change,
      _id: randomUUID(),
      projectId,
      v,
      actorId,
      mutationId,
      fingerprint,
      at,
      ...(bulkId !== undefined && { bulkId }),
      ...(newTaskId !== undefined && { newTaskId }),
      ...(kept !== undefined && { result: kept }),
    };
    return { document, result };
  }

  /** How many have their place in the log now: those before the first one whose place or mutation is taken. */
  private async insert(
    head: number,
    made: ReadonlyArray<{ document: OpDocument; op: StoredOp }>,
  ): Promise<number> {
    if (made.length === 0) return 0;
    this.insertingUpTo = head + made.length;
    try {
      const count = await this.log.store.insert(made.map(({ document }) => document));
      for (const { op } of made.slice(0, count)) this.log.inserted(op);
      return count;
    } finally {
      this.insertingUpTo = 0;
    }
  }

  /** Another node, or an earlier sending of the same request, came first: what builds on it starts again. */
  private async afterTaken(
    head: number,
    outcomes: readonly Outcome[],
    made: ReadonlyArray<{ entry: CommitEntry }>,
    count: number,
    isProven: boolean,
  ): Promise<void> {
    const first = made[count]?.entry;
    const again = outcomes.flatMap((outcome) => {
      const isOpen =
        'op' in outcome
          ? made.findIndex(({ entry }) => entry === outcome.entry) >= count
          : !isProven || outcome.after > count;
      return isOpen && outcome.entry !== first ? [outcome.entry] : [];
    });
    if (!first) return;
    this.hadTurn = false;
    this.sharedTurns = SHARED_TURNS;
    if (first.request.shared && (await this.follow(head + count, first)) === 'followed') {
      this.goAgain([first, ...again]);
      return;
    }
    const { actorId, mutationId } = first.request;
    const known = await this.log.store.byMutation([this.projectId], actorId, mutationId);
    if (known) {
      first.replay(known);
      this.waiting.unshift(...again);
      return;
    }
    const { newTaskId } = first.request;
    if (newTaskId !== undefined && (await this.log.store.isCreated(newTaskId))) {
      first.reject(new AppError('id_taken'));
      this.waiting.unshift(...again);
      return;
    }
    this.log.forgetHead(this.projectId);
    await this.tryAgain([first, ...again]);
  }

  /**
   * R33: what other nodes have put into the log since version `v` is read once and folded in memory. Not where the request
   * that lost may be there itself, nor where ops change more than cards: then the board is healed.
   */
  private async follow(v: number, loser?: CommitEntry): Promise<'followed' | 'nothing' | 'unclear'> {
    if (this.rowApplier.hasFailed) return 'unclear';
    const won = await this.log.store.after(this.projectId, v, MAX_WON + 1);
    if (won.length === 0) return 'nothing';
    const isRepeated = won.some(
      ({ actorId, mutationId }) => loser?.mutation === mutationKey(actorId, mutationId),
    );
    if (won.length > MAX_WON || isRepeated || !won.every(changesCardsOnly)) {
      this.log.forgetHead(this.projectId);
      return 'unclear';
    }
    this.log.followed(won);
    this.rowApplier.follow(won);
    return 'followed';
  }

  /** The batch goes again at once, as a whole and with what has come meanwhile. */
  private goAgain(entries: readonly CommitEntry[]): void {
    const again = entries.filter((entry) => !entry.isAnswered && entry.mayRaceAgain());
    this.waiting.unshift(...again);
    this.log.retried(again.length);
  }

  private async tryAgain(entries: readonly CommitEntry[]): Promise<void> {
    const again = entries.filter((entry) => !entry.isAnswered && entry.mayTryAgain());
    this.waiting.unshift(...again);
    this.log.retried(again.length);
    const [first] = again;
    if (first) await wait(Math.random() * RETRY_JITTER_MS * (first.pauses - 1));
  }
}

function areShared(entries: readonly CommitEntry[]): boolean {
  return entries.every(({ request }) => request.shared);
}
