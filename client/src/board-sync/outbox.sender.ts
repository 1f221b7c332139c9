import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { EditConflict, MoveConflict } from '@livelane/shared/http/error.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { BulkResult } from '@livelane/shared/tasks/bulk.schema';
import type { MutationResult } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { ApiError, api } from '#lib/api';

/** Requests from the queue are aborted after this time and sent again with the same key (R18). */
const REQUEST_TIMEOUT_MS = 15_000;
/** Pauses before another attempt (R18): doubled each time, a random part of it is taken. */
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
  /** Of an edit of a description that someone else has changed. */
  conflict?: EditConflict | undefined;
  /** Of a move that came after someone else's. */
  moved?: MoveConflict | undefined;
  error: Error;
}

export type SendResult =
  | { outcome: 'done'; v: number; refused?: BulkResult[] }
  | Refused
  | { outcome: 'retry'; afterMs?: number | undefined };

export interface SenderPorts {
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
export class OutboxSender {
  private readonly lanes = new Map<string, Lane>();
  private stopped = false;

  constructor(private readonly ports: SenderPorts) {}

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

/** A move that waited for longer says which state its user saw (SPEC.md#conflicts). */
const WAITED_MS = 2_000;

/**
 * Answers that are worth another attempt with the same key (R18). 401: the session has ended, and the
 * change waits for the user's next sign-in. 426: the page is outdated, and the change waits for its reload (R21).
 */
const RETRY_STATUS = new Set([401, 408, 425, 426, 429]);

/**
 * Sends one change. Never throws: what the network swallows is `retry`. Refusals of new and deleted tasks are logged, too
 * (specification section 8).
 */
export async function sendChange(
  entry: OutboxEntry,
  isRepeated: boolean,
  watched: <T>(request: Promise<T>) => Promise<T>,
): Promise<SendResult> {
  try {
    const { v, results, left, task, projectId = task?.projectId } = await watched(request(entry, isRepeated));
    if (results) return { outcome: 'done', v, refused: results.filter(({ status }) => status >= 400) };
    if (projectId === entry.projectId) return { outcome: 'done', v };
    // Of a task that is in another project, that version counts there: here, it is gone since it left.
    return { outcome: 'done', v: left?.projectId === entry.projectId ? left.v : 0 };
  } catch (error) {
    if (!(error instanceof ApiError)) return { outcome: 'retry' };
    const { status, code, editConflict: conflict, moveConflict: moved, retryAfterMs } = error;
    if (status >= 500 || RETRY_STATUS.has(status)) return { outcome: 'retry', afterMs: retryAfterMs };
    // Someone else has deleted it meanwhile: nothing is left to do.
    if (entry.method === 'DELETE' && (code === 'comment_deleted' || code === 'item_deleted'))
      return { outcome: 'done', v: 0 };
    if (entry.path === '/tasks' || entry.method === 'DELETE')
      console.warn(`livelane: ${entry.method} ${entry.path} was refused`, error);
    return { outcome: 'refused', status, code, conflict, moved, error };
  }
}

/** The parts of an answer that matter here; a move's answer has the task in an object of its own. */
interface Answer {
  v: number;
  left?: MutationResult['left'];
  /** Of many cards at once. */
  results?: BulkResult[];
  projectId?: string;
  task?: { projectId: string };
}

function request(
  { method, path, mutationId, body, expectedState, at }: OutboxEntry,
  isRepeated: boolean,
): Promise<Answer> {
  const options = { headers: { [IDEMPOTENCY_KEY_HEADER]: mutationId }, timeoutMs: REQUEST_TIMEOUT_MS };
  if (method === 'DELETE') return api.delete(path, options);
  if (method === 'PUT') return api.put(path, body, options);
  const bodyNow = () => {
    const hasWaited = isRepeated || Date.now() - at > WAITED_MS;
    return hasWaited && expectedState !== undefined ? { ...(body as object), expectedState } : body;
  };
  return api.post(path, bodyNow, options);
}
