import type {
  ProjectMember,
  ProjectMemberInput,
  WorkspaceMember,
  WorkspaceMemberInput,
  WorkspaceRoleUpdate,
} from '@livelane/shared/members/member.schema';
import type { Role } from '@livelane/shared/permissions/roles';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api } from '#lib/api';
import { besideOthers } from '#lib/besideOthers';
import {
  PROJECT_USERS_KEPT_MS,
  PROJECT_USERS_STALE_MS,
  ROLES_KEPT_MS,
  ROLES_STALE_MS,
  WORKSPACE_USERS_STALE_MS,
} from '#lib/cacheTimes';
import { leavingKey } from '#lib/leaving';

/** The server stores the progress this often. */
const ROLE_UPDATES_POLL_MS = 1_000;

export type MemberScope = 'workspace' | 'project';
export type Member = ProjectMember | WorkspaceMember;
type MemberInput = ProjectMemberInput | WorkspaceMemberInput;

const base = (scope: MemberScope) => `/${scope}Users`;

/** GET /projectUsers/{id} or /workspaceUsers/{id} */
export const membersQuery = (scope: MemberScope, id: string) =>
  queryOptions({
    queryKey: ['members', scope, id],
    queryFn: ({ signal }) => besideOthers.run(() => api.get<Member[]>(`${base(scope)}/${id}`, { signal })),
    staleTime: scope === 'project' ? PROJECT_USERS_STALE_MS : WORKSPACE_USERS_STALE_MS,
    gcTime: PROJECT_USERS_KEPT_MS,
  });

/** GET /projectUsers/roles/{id} or /workspaceUsers/roles/{id} */
export const rolesQuery = (scope: MemberScope, id: string) =>
  queryOptions({
    queryKey: ['roles', scope, id],
    queryFn: ({ signal }) => api.get<Role[]>(`${base(scope)}/roles/${id}`, { signal }),
    staleTime: ROLES_STALE_MS,
    gcTime: ROLES_KEPT_MS,
    refetchOnWindowFocus: false,
  });

/** GET /workspaceUsers/updates/{id}: the user's role changes that are still being carried to the projects. */
export const roleUpdatesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['members', 'updates', workspaceId],
    queryFn: ({ signal }) =>
      api.get<WorkspaceRoleUpdate[]>(`/workspaceUsers/updates/${workspaceId}`, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? ROLE_UPDATES_POLL_MS : false),
  });

/** GET /workspaceUsers/project/{id}: workspace members who are not in the project yet. */
export const eligibleQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['members', 'eligible', projectId],
    queryFn: ({ signal }) => api.get<WorkspaceMember[]>(`/workspaceUsers/project/${projectId}`, { signal }),
  });

/** GET /users?email= : nobody, or the one user with exactly this email. */
export const findUser = (email: string) => api.get<PublicUser[]>(`/users?email=${encodeURIComponent(email)}`);

function useMemberMutation<Input>(mutationFn: (input: Input) => Promise<unknown>, mutationKey?: string[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    ...(mutationKey && { mutationKey }),
    onSuccess: () => {
      // Not awaited: a user who has just left leaves the page first.
      for (const key of ['members', 'workspaces', 'projects']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}

interface NewMember {
  userId: string;
  toWorkspace: { id: string; roleId: string } | null;
  toProject: { id: string; roleId: string } | null;
}

/** Adds a person to a workspace, to a project of it, or to both: workspace members only join the project. */
export const useAddMembers = () =>
  useMemberMutation(async ({ userId, toWorkspace, toProject }: NewMember) => {
    const join = (scope: MemberScope, { id, roleId }: { id: string; roleId: string }) =>
      api.post<Member>(`${base(scope)}/${id}`, { userId, roleId });
    if (toWorkspace) {
      await join('workspace', toWorkspace).catch((error: unknown) => {
        const isIn = error instanceof ApiError && error.code === 'already_member';
        if (!isIn || !toProject) throw error;
      });
    }
    if (toProject) await join('project', toProject);
  });

export const useChangeRole = (scope: MemberScope, id: string) =>
  useMemberMutation((input: MemberInput) => api.put<Member>(`${base(scope)}/${id}`, input));

export const useRemoveMember = (scope: MemberScope, id: string) =>
  useMemberMutation((userId: string) => api.delete<void>(`${base(scope)}/${id}/${userId}`), leavingKey(id));
