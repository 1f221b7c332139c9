import type { Logger } from 'pino';
import type { AuditEvent } from '../http/audit';
import type { AnsweredRequest } from '../http/request-log';
import type { Oplog } from '../oplog/oplog';
import type { RealtimeObserver } from '../realtime/realtime.types';
import { createMetrics } from './metrics';

/** How often one of the watched boards is compared with its rows. */
const CHECK_MS = 60_000;
/** The methods with a label of their own; any other one counts as `other`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** Compares a board in memory with its rows; `skipped`: it changed meanwhile. */
type BoardCheck = (projectId: string) => Promise<'same' | 'different' | 'skipped'>;

/** The present state of a node. */
export interface NodeState {
  sockets: number;
  boards: number;
  ready: boolean;
  /** Undefined without Redis. */
  redis: boolean | undefined;
}

/** Turns the events of a node into metrics. */
export function createNodeMetrics() {
  const metrics = createMetrics();
  const realtime: RealtimeObserver = {
    // The time may come from another node's clock: never below zero.
    fannedOut: ({ at }) => metrics.fanoutSeconds.observe(Math.max(0, Date.now() - Date.parse(at)) / 1000),
    gap: () => metrics.gaps.inc(),
    reset: (reason) => metrics.resets.inc({ reason }),
    subscribed: (mode) => metrics.subscribes.inc({ mode }),
    slowClientDisconnected: () => metrics.slowClientsDisconnected.inc(),
  };
  return {
    realtime,
    answered({ method, route, status, seconds }: AnsweredRequest): void {
      const known = METHODS.has(method) ? method : 'other';
      metrics.httpSeconds.observe({ method: known, route, status }, seconds);
    },
    audited({ event }: AuditEvent): void {
      if (event === 'refresh.reused') metrics.refreshReuse.inc();
      else if (event === 'denied') metrics.denied.inc();
      else if (event === 'login.failed') metrics.loginsFailed.inc();
    },
    observeLog(oplog: Oplog): void {
      oplog.onCommitted(({ type }) => metrics.commits.inc({ type }));
      oplog.onRetried((count) => metrics.commitRetries.inc(count));
    },
    /** Compares the watched boards with their rows, one after another, for as long as the node runs. */
    checkBoards(check: BoardCheck, watched: () => readonly string[], logger: Logger): { stop(): void } {
      let turn = 0;
      const timer = setInterval(() => {
        const boards = watched();
        const projectId = boards[turn++ % boards.length];
        if (projectId === undefined) return;
        check(projectId).then(
          (outcome) => {
            if (outcome !== 'skipped') metrics.boardChecks.inc();
            if (outcome === 'different') metrics.divergence.inc();
          },
          (error: unknown) => logger.warn({ err: error, projectId }, 'a board could not be checked'),
        );
      }, CHECK_MS);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
    addProcess: metrics.addProcess,
    addDisk: metrics.addDisk,
    /** The metrics in Prometheus' format. */
    async text({ sockets, boards, ready, redis }: NodeState): Promise<string> {
      metrics.sockets.set(sockets);
      metrics.boards.set(boards);
      metrics.ready.set(ready ? 1 : 0);
      if (redis !== undefined) metrics.redis.set(redis ? 1 : 0);
      return metrics.registry.metrics();
    },
    contentType: metrics.registry.contentType,
  };
}
