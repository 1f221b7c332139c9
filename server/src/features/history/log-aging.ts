import type { Logger } from 'pino';
import { isDatabaseAway } from '../../database/database-away';
import type { OpUpkeep } from '../../oplog/op.upkeep';
import type { Oplog } from '../../oplog/oplog';
import type { CheckpointStore } from './checkpoint.store';
import type { PastBoards } from './past-boards';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a repeated request gets its first answer (R25). */
const ANSWER_DAYS = 30;
/** Ops whose times are read at once. */
const TIMES_AT_ONCE = 1_000;

interface Dependencies {
  oplog: Oplog;
  upkeep: OpUpkeep;
  checkpoints: CheckpointStore;
  pastBoards: PastBoards;
  /** Ops that are older go into a checkpoint; undefined: all are kept. */
  historyDays: number | undefined;
  logger: Logger;
}

/**
 * R25: answers of old requests are dropped, and old ops folded where the operator wants that. Harmless to repeat; a
 * project where it fails stops no other.
 */
export class LogAging {
  constructor(private readonly deps: Dependencies) {}

  /** @param goOn called before each project; false ends the run */
  async run(now: Date, goOn: () => Promise<boolean>): Promise<void> {
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
    const { oplog, historyDays, logger } = this.deps;
    for (const [projectId, headV] of await oplog.allHeads()) {
      if (!(await goOn())) return;
      try {
        await this.dropAnswers(projectId, headV, daysAgo(ANSWER_DAYS));
        if (historyDays !== undefined) await this.fold(projectId, headV, daysAgo(historyDays));
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        logger.warn({ err: error, projectId }, 'this log could not be aged; the others are');
      }
    }
  }

  private async dropAnswers(projectId: string, headV: number, before: string): Promise<void> {
    const { answersV, oldestV } = await this.deps.upkeep.aged(projectId);
    const from = Math.max(answersV, oldestV);
    const upTo = await this.lastBefore(projectId, before, from, headV);
    if (upTo > from) await this.deps.upkeep.dropAnswers(projectId, from, upTo);
  }

  /** The latest op always stays: it marks the end of the log. */
  private async fold(projectId: string, headV: number, before: string): Promise<void> {
    const { upkeep, checkpoints, pastBoards } = this.deps;
    const { oldestV } = await upkeep.aged(projectId);
    const upTo = await this.lastBefore(projectId, before, oldestV, headV - 1);
    if (upTo > oldestV) await pastBoards.keep(projectId, upTo);
    // Continues where a process died.
    const v = Math.max(oldestV, upTo);
    if (v === 0) return;
    await upkeep.foldUpTo(projectId, Math.min(oldestV, v - 1), v);
    await checkpoints.removeBefore(projectId, v);
  }

  /**
   * The last version up to which all after `from` are before a time; `from` when there is none. Read one after another:
   * logs of former versions are not in order of time. What is due is rewritten or removed anyway.
   */
  private async lastBefore(projectId: string, time: string, from: number, headV: number): Promise<number> {
    let last = from;
    // Usually nothing is due, which one read of one op shows.
    for (let count = 1; last < headV; count = Math.min(2 * count, TIMES_AT_ONCE)) {
      const versions = Array.from({ length: Math.min(count, headV - last) }, (_, n) => last + 1 + n);
      const times = await this.deps.oplog.timesOf(projectId, versions);
      const later = times.findIndex(({ at }) => at > time);
      const due = later < 0 ? times.length : later;
      last += due;
      if (due < versions.length) break;
    }
    return last;
  }
}
