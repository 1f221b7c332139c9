import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../http/errors';
import type { CommitEntry } from './commit.queue';
import { replay } from './commit.replay';
import type { LogState } from './commit.types';
import { changesCardsOnly } from './op.effects';
import type { RowApplier } from './row.applier';

/** Attempts to get a place in the log before the answer is `busy` (R3). */
const MAX_TRIES = 8;
/** The same for races that are lost to other nodes, which cost one read each and continue at once (R33). */
const MAX_RACES = 32;
/** Longest pause before another attempt; a random part of it is taken. */
const RETRY_JITTER_MS = 10;
/** Ops of other nodes that are folded in memory after a lost race; more than these are healed. */
const MAX_WON = 256;
/** Of more than so many, most are older than the race, and their rows are there. */
const LONG_TAIL = 32;

/** Handles races of one project's queue with other nodes, or with an earlier sending of the same request (R33). */
export class CommitRaces {
  constructor(
    private readonly projectId: string,
    private readonly log: LogState,
    private readonly rowApplier: RowApplier,
  ) {}

  /**
   * If other nodes write to the board, too, waits for this node's turn and takes over what they have committed. Never
   * rejects: the insert meets the same fault.
   */
  async takeTurn(head: () => Promise<number>): Promise<void> {
    const { turns } = this.log;
    if (!turns.isShared(this.projectId)) return;
    try {
      if (await turns.take(this.projectId)) await this.follow(await head());
    } catch {
      // As above.
    }
  }

  /**
   * The place or the mutation of `loser` is taken in the log, which has reached `head`.
   * @param others build on it
   * @returns the entries to compute again, in order
   */
  async afterTaken(head: number, loser: CommitEntry, others: readonly CommitEntry[]): Promise<CommitEntry[]> {
    if (loser.request.shared && (await this.follow(head, loser)) === 'followed') {
      this.log.turns.lostRace(this.projectId);
      return this.again([loser, ...others], 'races');
    }
    const { actorId, mutationId, newTaskId } = loser.request;
    const known = await this.log.store.byMutation([this.projectId], actorId, mutationId);
    if (known) {
      replay(loser, known, this.log);
      return [...others];
    }
    if (newTaskId !== undefined && (await this.log.store.isCreated(newTaskId))) {
      loser.reject(new AppError('id_taken'));
      return [...others];
    }
    this.log.turns.lostRace(this.projectId);
    return this.afterHealing([loser, ...others]);
  }

  /** The log has unknown ops: the next attempt heals, after a pause. @returns the entries to compute again */
  async afterHealing(entries: readonly CommitEntry[]): Promise<CommitEntry[]> {
    this.log.heads.forget(this.projectId);
    const again = this.again(entries, 'tries');
    const [first] = again;
    if (first) await wait(Math.random() * RETRY_JITTER_MS * (first.lost.tries - 1));
    return again;
  }

  /** The entries that may try again; one that has lost too often is answered `busy`. */
  private again(entries: readonly CommitEntry[], lost: 'tries' | 'races'): CommitEntry[] {
    const again = entries.filter((entry) => {
      if (entry.isAnswered) return false;
      entry.lost[lost]++;
      if (entry.lost.tries < MAX_TRIES && entry.lost.races < MAX_RACES) return true;
      entry.reject(new AppError('busy'));
      return false;
    });
    this.log.retried.notify(again.length);
    return again;
  }

  /**
   * R33: folds other nodes' ops since version `v` in memory, as they were passed on or read once. Not if the request that
   * lost may be among them, nor if ops change more than cards: then the board is healed.
   */
  private async follow(v: number, loser?: CommitEntry): Promise<'followed' | 'nothing' | 'unclear'> {
    if (this.rowApplier.hasFailed) return 'unclear';
    const own = loser?.request;
    let won = this.log.turns.opsAfter(this.projectId, v);
    let appliedV = 0;
    if (!won || (own && won.length === 0)) {
      won = await this.log.read(this.projectId, v, MAX_WON + 1);
      if (won.length > LONG_TAIL) appliedV = (await this.log.store.head(this.projectId))?.appliedV ?? 0;
    }
    if (won.length === 0) return 'nothing';
    const isRepeated = won.some(
      ({ actorId, mutationId }) => actorId === own?.actorId && mutationId === own.mutationId,
    );
    if (won.length > MAX_WON || isRepeated || !won.every(changesCardsOnly)) {
      this.log.heads.forget(this.projectId);
      return 'unclear';
    }
    for (const op of won) {
      this.log.heads.reached(this.projectId, op.v, op.at);
      this.log.inserted.notify(op);
    }
    this.rowApplier.follow(won, appliedV);
    return 'followed';
  }
}
