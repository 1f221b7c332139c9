import { AppError } from '../http/errors';
import { type CommitRequest, type Committed, replayOf } from './commit.types';
import type { KnownMutation } from './op.model';
import type { OpStore } from './op.store';

/** Attempts to get a place in the log before the caller hears that the server is busy (R3). */
const MAX_TRIES = 8;
/** The same of races that are lost to other nodes, which cost one read each and continue at once (R33). */
const MAX_RACES = 32;
const BUSY_RETRY_SECONDS = 1;
/** Commits that share an insert at most. */
const MAX_BATCH = 64;

/** What the unique index of mutations tells apart. */
export const mutationKey = (actorId: string, mutationId: string): string => `${actorId} ${mutationId}`;

/** One request on its way through a project's queue. */
export class CommitEntry {
  /** Resolves to the answer. */
  readonly answer: Promise<Committed<unknown>>;
  private resolve!: (committed: Committed<unknown>) => void;
  private fail!: (error: unknown) => void;
  private tries = 0;
  private races = 0;
  private answered = false;

  constructor(
    readonly request: CommitRequest<unknown>,
    /** The count of changes of rights when the access check began. */
    public rightsSeen: number,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.resolve = (committed) => {
        this.answered = true;
        resolve(committed);
      };
      this.fail = (error) => {
        this.answered = true;
        reject(error);
      };
    });
  }

  /** True once its answer is known; then it must not be computed again. */
  get isAnswered(): boolean {
    return this.answered;
  }

  /** What the unique index of mutations sees. */
  get mutation(): string {
    return mutationKey(this.request.actorId, this.request.mutationId);
  }

  /** The place in the log was taken. False when it has happened too often: then the answer is `busy`. */
  mayTryAgain(): boolean {
    this.tries++;
    return this.isPatient();
  }

  /** Another node was quicker, and what it did is known already. False when it has happened too often. */
  mayRaceAgain(): boolean {
    this.races++;
    return this.isPatient();
  }

  private isPatient(): boolean {
    if (this.tries < MAX_TRIES && this.races < MAX_RACES) return true;
    this.fail(new AppError('busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS }));
    return false;
  }

  /** Upper bound of a pause before the next attempt, as a multiple of its unit. */
  get pauses(): number {
    return this.tries;
  }

  succeed(committed: Committed<unknown>): void {
    this.resolve(committed);
  }

  reject(error: unknown): void {
    this.fail(error);
  }

  /** @throws AppError `idempotency_key_reused` as the answer, when another request came with that key (R7) */
  replay(known: KnownMutation): void {
    if (known.fingerprint !== this.request.fingerprint) {
      this.fail(new AppError('idempotency_key_reused'));
      return;
    }
    this.answered = true;
    this.recalled(known).then(this.resolve, this.fail);
  }

  private async recalled(known: KnownMutation): Promise<Committed<unknown>> {
    const replay = replayOf(known);
    const { op, result } = replay;
    const { recall } = this.request;
    return op && recall ? { ...replay, result: await recall(op, result as object | undefined) } : replay;
  }

  /**
   * Answers without an op of its own, unless a repetition of the same request has been committed since
   * its first look: then with what that one was answered (R7).
   */
  async conclude(store: OpStore, answer: () => void): Promise<void> {
    try {
      const { projectId, actorId, mutationId } = this.request;
      const known = await store.byMutation([projectId], actorId, mutationId);
      if (known) this.replay(known);
      else answer();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Answers that nothing has changed at version `v`, and keeps the answer under the mutation's key (R7). */
  async concludeUnchanged(store: OpStore, v: number, result: unknown): Promise<void> {
    const { projectId, actorId, mutationId, fingerprint } = this.request;
    try {
      const isKept = await store.keepUnchanged({ projectId, actorId, mutationId, fingerprint, v, result });
      const known = isKept ? null : await store.byMutation([projectId], actorId, mutationId);
      if (known) this.replay(known);
      else this.resolve({ op: null, v, mutationId, replayed: false, result });
    } catch (error) {
      this.fail(error);
    }
  }
}

/** Takes the next entries that may go together: a repetition of one of them waits for its outcome. */
export function nextBatch(waiting: CommitEntry[]): CommitEntry[] {
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
