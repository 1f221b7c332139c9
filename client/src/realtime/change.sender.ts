import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { MutationResult } from '@livelane/shared/tasks/task.schema';
import { type OutboxEntry, REQUEST_TIMEOUT_MS, type SendResult } from '#board-sync/outbox';
import { ApiError, api } from '#lib/api';

/** A move that waited for longer says which state its user saw (SPEC.md#conflicts), in milliseconds. */
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
    const { v, left, task, projectId = task?.projectId } = await watched(request(entry, isRepeated));
    if (projectId === entry.projectId) return { outcome: 'done', v };
    // Of a task that is in another project, that version counts there: here, it is gone since it left.
    return { outcome: 'done', v: left?.projectId === entry.projectId ? left.v : 0 };
  } catch (error) {
    if (!(error instanceof ApiError)) return { outcome: 'retry' };
    const { status, code, editConflict: conflict, moveConflict: moved, retryAfterMs } = error;
    if (status >= 500 || RETRY_STATUS.has(status)) return { outcome: 'retry', afterMs: retryAfterMs };
    // Somebody else has deleted it meanwhile: nothing is left to be done.
    if (entry.method === 'DELETE' && code === 'comment_deleted') return { outcome: 'done', v: 0 };
    if (entry.path === '/tasks' || entry.method === 'DELETE')
      console.warn(`livelane: ${entry.method} ${entry.path} was refused`, error);
    return { outcome: 'refused', status, code, conflict, moved, error };
  }
}

/** What of an answer counts here; a move's has the task in an object of its own. */
interface Answer {
  v: number;
  left?: MutationResult['left'];
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
  const hasWaited = isRepeated || Date.now() - at > WAITED_MS;
  return api.post(
    path,
    hasWaited && expectedState !== undefined ? { ...(body as object), expectedState } : body,
    options,
  );
}
