import type { QueryClient } from '@tanstack/react-query';
import { forgetStored } from '#board-sync/forgetStored';
import { workspacesQuery } from '#features/workspaces/workspaces.api';

/** Deletes what this browser stores of a project, or of a workspace's projects. @param id of either */
export function forgetRevoked(queries: QueryClient, id: string): void {
  const workspaces = queries.getQueryData(workspacesQuery().queryKey);
  const projects = workspaces?.find((workspace) => workspace.id === id)?.projects ?? [];
  forgetStored(id, ...projects.map((project) => project.id));
}
