import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { EditConflict, MoveConflict } from '@livelane/shared/http/error.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';

/** Requests of the queue are cut after this and sent again with the same key (R18), in milliseconds. */
export const REQUEST_TIMEOUT_MS = 15_000;
/** Pauses before another attempt (R18), in milliseconds: doubled each time, a random part of it is taken. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** A write of a task on its way to the server. Its id is the idempotency key: sent often, done once (R7). */
export interface OutboxEntry {
  mutationId: string;
  projectId: string;
  taskId: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** Of a move: the state that its user saw the card in. Sent along only after a long wait (SPEC.md#conflicts). */
  expectedState?: TaskState;
  /** When it was made, milliseconds since 1970. */
  at: number;
}

export interface Refused {
  outcome: 'refused';
  status: number;
  code: ErrorCode | undefined;
  /** Of an edit of a description that somebody else has changed. */
  conflict?: EditConflict | undefined;
  /** Of a move that came after one of somebody else. */
  moved?: MoveConflict | undefined;
  error: Error;
}

export type SendResult =
  | { outcome: 'done'; v: number }
  | Refused
  | { outcome: 'retry'; afterMs?: number | undefined };

export interface OutboxPorts {
  /** Never throws. @param isRepeated it has been sent before, without an answer */
  send(entry: OutboxEntry, isRepeated: boolean): Promise<SendResult>;
  onDone(entry: OutboxEntry, v: number): void;
  onRefused(entry: OutboxEntry, refusal: Refused): void;
  setTimer(run: () => void, ms: number): () => void;
  random(): number;
}

interface Lane {
  entries: OutboxEntry[];
  /** The attempt under way; null without one. */
  attempt: symbol | null;
  attempts: number;
  cancelRetry: (() => void) | null;
}

/** Sends changes in order per project; what the network swallows is sent again, what the server refuses leaves (R18). */
export class Outbox {
  private readonly lanes = new Map<string, Lane>();
  private stopped = false;

  constructor(private readonly ports: OutboxPorts) {}

  add(entry: OutboxEntry): void {
    let lane = this.lanes.get(entry.projectId);
    if (!lane) {
      lane = { entries: [], attempt: null, attempts: 0, cancelRetry: null };
      this.lanes.set(entry.projectId, lane);
    }
    lane.entries.push(entry);
    void this.work(lane);
  }

  /** The network is back: what waits for another attempt goes now. */
  wake(): void {
    for (const lane of this.lanes.values()) {
      lane.cancelRetry?.();
      lane.cancelRetry = null;
      void this.work(lane);
    }
  }

  /** The server is back: an answer that a dead line may have swallowed is not waited for (R7). */
  resend(): void {
    for (const lane of this.lanes.values()) {
      if (lane.attempt) lane.attempts++;
      lane.attempt = null;
    }
    this.wake();
  }

  stop(): void {
    this.stopped = true;
    for (const lane of this.lanes.values()) lane.cancelRetry?.();
    this.lanes.clear();
  }

  private async work(lane: Lane): Promise<void> {
    if (lane.attempt || lane.cancelRetry) return;
    const attempt = Symbol('attempt');
    lane.attempt = attempt;
    for (let entry = lane.entries[0]; entry; entry = lane.entries[0]) {
      const result = await this.ports.send(entry, lane.attempts > 0);
      if (this.stopped || lane.attempt !== attempt) return;
      if (result.outcome === 'retry') {
        lane.attempt = null;
        this.retryLater(lane, result.afterMs);
        return;
      }
      lane.attempts = 0;
      lane.entries.shift();
      if (result.outcome === 'done') this.ports.onDone(entry, result.v);
      else this.ports.onRefused(entry, result);
      if (this.stopped) return;
    }
    lane.attempt = null;
  }

  private retryLater(lane: Lane, afterMs: number | undefined): void {
    const backOff = Math.min(FIRST_RETRY_MS * 2 ** lane.attempts, MAX_RETRY_MS);
    const pause = Math.max(afterMs ?? 0, backOff * (0.5 + this.ports.random() / 2));
    lane.attempts++;
    lane.cancelRetry = this.ports.setTimer(() => {
      lane.cancelRetry = null;
      void this.work(lane);
    }, pause);
  }
}
