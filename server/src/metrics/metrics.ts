import { freeBytes } from '@livelane/embedded-mongo/disk-space';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of durations, in seconds. */
const PUSH_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const HTTP_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one node, in a registry of its own. Labels take their values from closed lists only. */
export function createMetrics() {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  return {
    registry,
    /** Adds Node's own metrics: memory, processor, event-loop delay, garbage collection. */
    addProcess: () => collectDefaultMetrics({ register: registry }),
    /** Adds the space that is left for the embedded database of this folder. */
    addDisk: (folder: string) =>
      new Gauge({
        name: 'livelane_disk_free_bytes',
        help: 'Free space on the disk of the embedded database',
        registers,
        collect() {
          try {
            this.set(freeBytes(folder));
          } catch {
            // Without its folder, all other metrics are wanted all the more.
            this.set(Number.NaN);
          }
        },
      }),
    commits: new Counter({
      name: 'livelane_commits_total',
      help: 'Ops that this node has committed',
      labelNames: ['type'] as const,
      registers,
    }),
    commitRetries: counter(
      'livelane_commit_retries_total',
      'Commits that began again because another node’s op took their place in the log',
    ),
    fanoutSeconds: new Histogram({
      name: 'livelane_fanout_seconds',
      help: 'Time from an op’s commit, on whatever node, until this node has given it to its sockets',
      buckets: PUSH_BUCKETS,
      registers,
    }),
    gaps: counter(
      'livelane_gaps_total',
      'Ops that came to the push ahead of others, which were read from the log first',
    ),
    subscribes: new Counter({
      name: 'livelane_subscribes_total',
      help: 'Subscriptions by what the client had missed: current, delta, refetch',
      labelNames: ['mode'] as const,
      registers,
    }),
    resets: new Counter({
      name: 'livelane_resets_total',
      help: 'Boards that clients were told to read again',
      labelNames: ['reason'] as const,
      registers,
    }),
    divergence: counter(
      'livelane_divergence_total',
      'Boards in memory found to differ from their rows: must stay 0',
    ),
    boardChecks: counter(
      'livelane_board_checks_total',
      'Boards in memory that were compared with their rows',
    ),
    sockets: new Gauge({ name: 'livelane_sockets', help: 'Connected sockets', registers }),
    boards: new Gauge({ name: 'livelane_boards_watched', help: 'Boards with a subscriber', registers }),
    ready: new Gauge({ name: 'livelane_ready', help: '1 while the node takes requests', registers }),
    redis: new Gauge({
      name: 'livelane_redis_up',
      help: '1 while Redis answers; 0 also without REDIS_URL',
      registers,
    }),
    slowClientsDisconnected: counter(
      'livelane_slow_readers_cut_total',
      'Slow clients that were disconnected (R14)',
    ),
    refreshReuse: counter(
      'livelane_refresh_reuse_total',
      'Refresh tokens that were used again after their successor: stolen ones, perhaps',
    ),
    denied: counter('livelane_denied_total', 'Requests refused because of a role that is too low'),
    loginsFailed: counter('livelane_logins_failed_total', 'Wrong emails or passwords'),
    httpSeconds: new Histogram({
      name: 'livelane_http_request_seconds',
      help: 'Time from a request’s arrival to the end of its answer, by route template',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: HTTP_BUCKETS,
      registers,
    }),
  };
}
