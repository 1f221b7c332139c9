import { randomUUID } from 'node:crypto';
import { FIRST_PROTOCOL } from '@livelane/shared/http/protocol';
import { CommitRaces } from './commit.races';
import { conclude, concludeUnchanged, replay } from './commit.replay';
import {
  type Batch,
  type CommitRequest,
  type Committed,
  CommittedBefore,
  committedOp,
  type LogState,
  StaleHeadError,
} from './commit.types';
import { type OpDocument, protocolOf, toStoredOp } from './op.model';
import type { StoredOp } from './op.types';
import type { CommittedOp, RowApplier } from './row.applier';

/** Most commits that share an insert. */
const MAX_BATCH = 64;

/** One request on its way through a project's queue. */
export class CommitEntry {
  readonly answer: Promise<Committed<unknown>>;
  /** Attempts that found their place taken, and races lost to other nodes. */
  readonly lost = { tries: 0, races: 0 };
  private resolve!: (committed: Committed<unknown> | Promise<Committed<unknown>>) => void;
  private fail!: (error: unknown) => void;
  private answered = false;

  constructor(
    readonly request: CommitRequest<unknown>,
    /** The number of changes of rights when the access check began. */
    public rightsSeen: number,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.fail = reject;
    });
  }

  /** True once its answer is known or on its way; then it must not be computed again. */
  get isAnswered(): boolean {
    return this.answered;
  }

  /** The key in the unique index of mutations. */
  get mutation(): string {
    return `${this.request.actorId} ${this.request.mutationId}`;
  }

  succeed(committed: Committed<unknown> | Promise<Committed<unknown>>): void {
    this.answered = true;
    this.resolve(committed);
  }

  reject(error: unknown): void {
    this.answered = true;
    this.fail(error);
  }
}

/** The result of one entry's computation. */
type Outcome =
  | { entry: CommitEntry; document: OpDocument; op: StoredOp; result: unknown }
  /** Answered without an op; `after` ops of the batch must be committed for that to be true. */
  | { entry: CommitEntry; after: number; conclude: () => void };

/**
 * The commits of one project. First stage: compute ops on the head, in the order of the requests,
 * and insert them together. The second stage, the row applier's, applies them while the next are computed.
 */
export class CommitQueue {
  private readonly waiting: CommitEntry[] = [];
  private running = false;
  /** The last version of the insert that is on its way, else 0. */
  private insertingUpTo = 0;
  private readonly races: CommitRaces;

  constructor(
    private readonly projectId: string,
    private readonly log: LogState,
    private readonly rowApplier: RowApplier,
    /** Nothing is left to compute. */
    private readonly onIdle: () => void,
  ) {
    this.races = new CommitRaces(projectId, log, rowApplier);
  }

  get isIdle(): boolean {
    return !this.running;
  }

  /** True while this process is inserting the op of that version. */
  isInserting(v: number): boolean {
    return v <= this.insertingUpTo;
  }

  /** Resolves when every op that someone knows of by now has been applied to the rows or has failed. */
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
    while (this.waiting.length > 0) {
      // Before the batch is taken, so that what arrives meanwhile is part of it.
      await this.races.takeTurn(() => this.head());
      const batch = nextBatch(this.waiting);
      const isAlone = !batch[0]?.request.shared;
      try {
        if (isAlone) await this.rowApplier.caughtUp();
        await this.commit(batch);
        if (isAlone) await this.rowApplier.caughtUp();
      } catch (error) {
        // Whether the insert succeeded is unknown: the next commit finds out by healing.
        this.log.heads.forget(this.projectId);
        for (const entry of batch) entry.reject(error);
        this.endTurn();
      }
    }
    this.endTurn();
    this.running = false;
    this.onIdle();
  }

  private endTurn(ops: readonly StoredOp[] = []): void {
    this.log.turns.end(this.projectId, ops, this.waiting.length > 0);
  }

  private async commit(entries: CommitEntry[]): Promise<void> {
    const head = await this.head();
    const headAt = await this.log.heads.timeOf(this.projectId, head);
    const outcomes = await this.computeAll(entries, { head, headAt });
    if (!outcomes) {
      await this.startAgain(entries);
      return;
    }
    const made = outcomes.flatMap((outcome) => ('op' in outcome ? [outcome] : []));
    const count = await this.insert(head, made);
    // After a lost race, the turn is kept for another attempt.
    if (count === made.length) this.endTurn(made.map(({ op }) => op));
    // An insert proves that the head was the latest. Without one, another node may have committed, as it has where one
    // was refused: then a refusal, or "nothing changes", may be wrong by now.
    const isProven = count > 0 || (made.length === 0 && !(await this.hasGoneOn(head)));
    const settling: CommittedOp[] = made
      .slice(0, count)
      .map(({ entry, op, result }) => ({ op, done: entry, answer: committedOp(op, result) }));
    this.rowApplier.add(settling, { rowsFollow: this.log.rowsFollow() && areShared(entries) });
    for (const outcome of outcomes) {
      if (!('op' in outcome) && isProven && outcome.after <= count) outcome.conclude();
    }
    const taken = made[count];
    if (taken) {
      const isOpen = (outcome: Outcome): boolean =>
        'op' in outcome ? made.indexOf(outcome) > count : !isProven || outcome.after > count;
      const others = outcomes.filter(isOpen).map(({ entry }) => entry);
      this.waiting.unshift(...(await this.races.afterTaken(head + count, taken.entry, others)));
    } else if (!isProven) await this.startAgain(entries);
  }

  /** The log has grown: all of it is computed again on the new head. */
  private async startAgain(entries: readonly CommitEntry[]): Promise<void> {
    this.waiting.unshift(...(await this.races.afterHealing(entries)));
  }

  /** The version to build on. */
  private async head(): Promise<number> {
    const known = this.log.heads.get(this.projectId);
    if (known !== undefined && !this.rowApplier.hasFailed) return known;
    await this.rowApplier.caughtUp();
    this.log.heads.forget(this.projectId);
    const { appliedV } = await this.log.heal(this.projectId);
    this.rowApplier.healed();
    return this.log.heads.get(this.projectId) ?? appliedV;
  }

  /** Null when the log turned out to be ahead. */
  private async computeAll(
    entries: readonly CommitEntry[],
    base: Pick<Batch, 'head' | 'headAt'>,
  ): Promise<Outcome[] | null> {
    const { head } = base;
    const ops: StoredOp[] = [];
    // One for all: boards keep what they have applied of it.
    const batch: Batch = { ...base, ops };
    const outcomes: Outcome[] = [];
    let spokenByAll = FIRST_PROTOCOL;
    for (const entry of entries) {
      try {
        const computed = await this.compute(entry, batch);
        if (computed === 'refused') continue;
        const after = ops.length;
        if (computed && 'unchanged' in computed) {
          const { unchanged } = computed;
          const conclude = () => void concludeUnchanged(entry, this.log, head + after, unchanged);
          outcomes.push({ entry, after, conclude });
        } else if (computed) {
          const { document, result } = computed;
          const protocol = protocolOf(document);
          if (protocol > spokenByAll) {
            await this.log.assertAllSpeak(protocol);
            spokenByAll = protocol;
          }
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
        if (error instanceof CommittedBefore) replay(entry, error.known, this.log);
        else outcomes.push(this.concluded(entry, ops.length, () => entry.reject(error)));
      }
    }
    return outcomes;
  }

  private async hasGoneOn(head: number): Promise<boolean> {
    return (await this.log.store.after(this.projectId, head, 1)).length > 0;
  }

  private concluded(entry: CommitEntry, after: number, answer: () => void): Outcome {
    return { entry, after, conclude: () => void conclude(entry, this.log, answer) };
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
    // The log is in order of time, too (R27), also when a clock was set back or differs from another node's.
    const before = batch.ops.at(-1)?.at ?? batch.headAt;
    const now = Date.now();
    const after = Date.parse(before);
    // One after another even then: comments stand in the order of their times.
    const at = new Date(now >= after ? now : after + 1).toISOString();
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

  /** @returns how many are in the log now: those before the first one whose place or mutation is taken */
  private async insert(
    head: number,
    made: ReadonlyArray<{ document: OpDocument; op: StoredOp }>,
  ): Promise<number> {
    if (made.length === 0) return 0;
    this.insertingUpTo = head + made.length;
    try {
      const count = await this.log.store.insert(made.map(({ document }) => document));
      for (const { op } of made.slice(0, count)) {
        this.log.heads.reached(this.projectId, op.v, op.at);
        this.log.inserted.notify(op);
      }
      return count;
    } finally {
      this.insertingUpTo = 0;
    }
  }
}

function areShared(entries: readonly CommitEntry[]): boolean {
  return entries.every(({ request }) => request.shared);
}

/** Takes the next entries that may be committed together: a repetition of one of them waits for its outcome. */
function nextBatch(waiting: CommitEntry[]): CommitEntry[] {
  const bulkId = waiting[0]?.request.bulkId;
  if (bulkId !== undefined) {
    const end = waiting.findIndex(({ request }) => request.bulkId !== bulkId);
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }
  const mutations = new Set<string>();
  let size = 0;
  for (const entry of waiting) {
    if (size === MAX_BATCH || (size > 0 && !entry.request.shared) || mutations.has(entry.mutation)) break;
    mutations.add(entry.mutation);
    size++;
    if (!entry.request.shared) break;
  }
  return waiting.splice(0, size);
}
