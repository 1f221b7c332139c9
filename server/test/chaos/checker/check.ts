import type { BoardPast } from './board-past';
import type { Finding } from './finding';
import { checkSight, checkWatchers } from './follower.checks';
import type { History } from './history';
import { checkKeys, readLog } from './log.checks';
import { checkEnd, checkReads, checkSessions } from './read.checks';
import { checkAnswers, checkOrder, checkWrites } from './write.checks';

/** Judges what clients saw by SPEC.md alone; empty where all of it can have happened. */
export function check(history: History): Finding[] {
  const findings: Finding[] = [];
  const pasts = new Map<string, BoardPast>();
  for (const projectId of history.run.projectIds) {
    const read = readLog(history, projectId);
    pasts.set(projectId, read.past);
    findings.push(...read.findings);
  }
  return [
    ...findings,
    ...checkKeys(history, pasts),
    ...checkWrites(history, pasts),
    ...checkAnswers(history),
    ...checkOrder(history, pasts),
    ...checkReads(history, pasts),
    ...checkSessions(history, pasts),
    ...checkEnd(history, pasts),
    ...checkSight(history, pasts),
    ...checkWatchers(history, pasts),
  ];
}
