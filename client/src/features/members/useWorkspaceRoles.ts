import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersQuery } from './members.api';

/** Each member's role in the workspace, by user id; empty for null, and while it loads. */
export function useWorkspaceRoles(workspaceId: string | null): ReadonlyMap<string, WorkspaceRole> {
  const { data } = useQuery({
    ...membersQuery('workspace', workspaceId ?? ''),
    enabled: workspaceId !== null,
  });
  return useMemo(
    () => new Map((data ?? []).map(({ user, roleId }) => [user.id, roleId as WorkspaceRole])),
    [data],
  );
}
