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
/** How long a node that had its turn waits for others that write to the same board. */
const YIELD_MS = 4;
/** How many turns are shared after a lost race: until so many checks in a row have found no other node. */
const SHARED_TURNS = 4;
/** Ops of other nodes that are folded in memory after a lost race; more than these are healed. */
const MAX_WON = 256;

/** Handles races of one project's queue with other nodes, or with an earlier sending of the same request (R33). */
export class CommitRaces {
  /** True after an insert of this node. */
  hadTurn = false;
  /** Other nodes write to this board, too: after a turn of its own this one lets them go first. */
  private sharedTurns = 0;

  constructor(
    private readonly projectId: string,
    private readonly log: LogState,
    private readonly rowApplier: RowApplier,
  ) {}

  /** If other nodes write too, lets them have their turn first. Never rejects: the insert meets the same fault. */
  async letOthersGoFirst(head: () => Promise<number>): Promise<void> {
    if (this.sharedTurns === 0 || !this.hadTurn) return;
    this.hadTurn = false;
    try {
      const before = await head();
      await wait(YIELD_MS);
      if ((await this.follow(before)) === 'followed') this.sharedTurns = SHARED_TURNS;
      else this.sharedTurns--;
    } catch {
      this.sharedTurns = 0;
    }
  }

  /**
   * The place or the mutation of `loser` is taken in the log, which has reached `head`.
   * @param others build on it
   * @returns the entries to compute again, in order
   */
  async afterTaken(head: number, loser: CommitEntry, others: readonly CommitEntry[]): Promise<CommitEntry[]> {
    this.hadTurn = false;
    this.sharedTurns = SHARED_TURNS;
    if (loser.request.shared && (await this.follow(head, loser)) === 'followed')
      return this.again([loser, ...others], 'races');
    const { actorId, mutationId, newTaskId } = loser.request;
    const known = await this.log.store.byMutation([this.projectId], actorId, mutationId);
    if (known) {
      replay(loser, known);
      return [...others];
    }
    if (newTaskId !== undefined && (await this.log.store.isCreated(newTaskId))) {
      loser.reject(new AppError('id_taken'));
      return [...others];
    }
    return this.afterHealing([loser, ...others]);
  }

  /** The log has unknown ops: the next attempt heals, after a pause. @returns the entries to compute again */
  async afterHealing(entries: readonly CommitEntry[]): Promise<CommitEntry[]> {
    this.log.heads.delete(this.projectId);
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
   * R33: reads other nodes' ops since version `v` once and folds them in memory. Not if the request that lost may be
   * among them, nor if ops change more than cards: then the board is healed.
   */
  private async follow(v: number, loser?: CommitEntry): Promise<'followed' | 'nothing' | 'unclear'> {
    if (this.rowApplier.hasFailed) return 'unclear';
    const won = await this.log.read(this.projectId, v, MAX_WON + 1);
    if (won.length === 0) return 'nothing';
    const own = loser?.request;
    const isRepeated = won.some(
      ({ actorId, mutationId }) => actorId === own?.actorId && mutationId === own.mutationId,
    );
    if (won.length > MAX_WON || isRepeated || !won.every(changesCardsOnly)) {
      this.log.heads.delete(this.projectId);
      return 'unclear';
    }
    for (const op of won) {
      this.log.heads.set(this.projectId, Math.max(op.v, this.log.heads.get(this.projectId) ?? 0));
      this.log.inserted.notify(op);
    }
    // Their rows are written with this process's next ones.
    this.rowApplier.follow(won);
    return 'followed';
  }
}
