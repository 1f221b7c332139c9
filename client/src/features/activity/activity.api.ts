import type { OpType } from '@livelane/shared/boards/op.schema';
import type { Activity } from '@livelane/shared/history/history.schema';
import { api } from '#lib/api';

/** The wanted part of a project's past. */
export interface ActivityFilter {
  projectId: string;
  taskId?: string | undefined;
  actorId?: string | undefined;
  types?: readonly OpType[] | undefined;
  /** Only changes after this version. */
  after?: number | undefined;
}

/** GET /kanban/project/{id}/activity. @throws ApiError, NetworkError */
export function readActivity(
  { projectId, taskId, actorId, types, after }: ActivityFilter,
  page: { before?: number | undefined; limit?: number | undefined } = {},
): Promise<Activity> {
  const query = new URLSearchParams();
  const values = { ...page, after, taskId, actorId, type: types?.join() };
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return api.get<Activity>(`/kanban/project/${projectId}/activity?${query}`);
}

/** PUT /kanban/project/{id}/seen: this user has seen the board up to version `v`. @throws ApiError, NetworkError */
export const markSeen = (projectId: string, v: number, options: { keepalive: boolean }): Promise<void> =>
  api.put(`/kanban/project/${projectId}/seen`, { v }, options);
