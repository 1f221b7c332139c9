import type { Task } from '@livelane/shared/tasks/task.schema';
import { ApiError, api } from '#lib/api';

/** GET /tasks/{taskId}. @throws ApiError, NetworkError */
export const readTask = (taskId: string): Promise<Task> => api.get(`/tasks/${encodeURIComponent(taskId)}`);

/** Whether a read failed because the task is deleted, or because this user may not see it. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [404, 410].includes(error.status);

/**
 * The task that an earlier attempt to create one has made, whose answer a reload has lost.
 * @param refusal that of the present attempt
 * @throws it, if it says something else
 */
export function readMade(refusal: unknown, taskId: string | undefined): Promise<Task> {
  if (!taskId || !(refusal instanceof ApiError && refusal.code === 'id_taken')) throw refusal;
  return readTask(taskId);
}
