import type { Task } from '@livelane/shared/tasks/task.schema';
import { api } from '#lib/api';

/** GET /tasks/{taskId}. @throws ApiError, NetworkError */
export const readTask = (taskId: string): Promise<Task> => api.get(`/tasks/${encodeURIComponent(taskId)}`);
