import type { Logger } from 'pino';
import { isDatabaseAway } from '../../database/database-away';
import type { OpUpkeep } from '../../oplog/op.upkeep';
import type { Oplog } from '../../oplog/oplog';
import type { CheckpointStore } from './checkpoint.store';
import type { PastBoards } from './past-boards';
import { versionAt } from './version-at';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a repeated request gets its first answer (R25). */
const ANSWER_DAYS = 30;

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

  /** The last version after `from` that is before a time; `from` when there is none. */
  private async lastBefore(projectId: string, time: string, from: number, headV: number): Promise<number> {
    // Usually nothing is due, which one read shows.
    const next = await this.deps.oplog.timeOf(projectId, from + 1);
    if (next === null || next > time) return from;
    return versionAt(this.deps.oplog, projectId, time, { low: from, high: headV });
  }
}
