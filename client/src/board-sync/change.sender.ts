import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { BulkResult } from '@livelane/shared/tasks/bulk.schema';
import type { MutationResult } from '@livelane/shared/tasks/task.schema';
import { ApiError, api } from '#lib/api';
import { editConflictOf, moveConflictOf } from '#lib/conflicts';
import type { OutboxEntry, SendChange } from './outbox.types';

/** Requests from the queue are aborted after this time without an answer, and sent again with the same key (R18). */
const SILENCE_MS = 15_000;
/** A move that waited for longer states which column its user saw (SPEC.md#conflicts). */
const WAITED_MS = 2_000;

/**
 * Answers that are worth another attempt with the same key (R18). 401: the session has ended, and the
 * change waits for the user's next sign-in. 426: the page is outdated, and the change waits for its reload (R21).
 */
const RETRY_STATUS = new Set([401, 408, 425, 426, 429]);

/**
 * Sends changes and classifies the answers. Never throws: lost requests become `retry`. Refusals of new and deleted
 * tasks are logged, too (specification section 8).
 * @param watched observes each request
 */
export function changeSender(watched: <T>(request: Promise<T>) => Promise<T>): SendChange {
  return async (entry, isRepeated) => {
    try {
      const {
        v,
        results,
        left,
        task,
        projectId = task?.projectId,
      } = await watched(request(entry, isRepeated));
      if (results) return { outcome: 'done', v, refused: results.filter(({ status }) => status >= 400) };
      const base = projectId ? { baseRev: v, baseProjectId: projectId } : undefined;
      if (projectId === entry.projectId) return { outcome: 'done', v, base };
      // The version is of the task's new project; here it is the one at which it left.
      return { outcome: 'done', v: left?.projectId === entry.projectId ? left.v : 0, base };
    } catch (error) {
      if (!(error instanceof ApiError)) return { outcome: 'retry' };
      const { status, code, retryAfterMs } = error;
      if (status >= 500 || RETRY_STATUS.has(status))
        return { outcome: 'retry', afterMs: retryAfterMs, isOutdated: status === 426 };
      // Someone else has deleted it: nothing is left to do.
      if (entry.method === 'DELETE' && (code === 'comment_deleted' || code === 'item_deleted'))
        return { outcome: 'done', v: 0 };
      if (entry.path === '/tasks' || entry.method === 'DELETE')
        console.warn(`livelane: ${entry.method} ${entry.path} was refused`, error);
      const [conflict, moved] = [editConflictOf(error), moveConflictOf(error)];
      return { outcome: 'refused', status, code, conflict, moved, error };
    }
  };
}

/** The relevant parts of an answer; a move's answer nests the task. */
interface Answer {
  v: number;
  left?: MutationResult['left'];
  /** For bulk changes. */
  results?: BulkResult[];
  projectId?: string;
  task?: { projectId: string };
}

function request(
  { method, path, mutationId, body, waitedBody, expectedState, hasWaited, at }: OutboxEntry,
  isRepeated: boolean,
): Promise<Answer> {
  const options = { headers: { [IDEMPOTENCY_KEY_HEADER]: mutationId }, silenceMs: SILENCE_MS };
  if (method === 'DELETE') return api.delete(path, options);
  if (method === 'PUT') return api.put(path, body, options);
  const bodyNow = () => {
    const waitedMs = Date.now() - at;
    // It also has waited where the clock was set back meanwhile.
    if (!(hasWaited || isRepeated || waitedMs < 0 || waitedMs > WAITED_MS)) return body;
    return waitedBody ?? (expectedState ? { ...(body as object), expectedState } : body);
  };
  return api.post(path, bodyNow, options);
}
