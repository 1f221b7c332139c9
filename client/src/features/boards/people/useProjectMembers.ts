import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ProjectMember, WorkspaceMember } from '@livelane/shared/members/member.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Member, type MemberScope, membersQuery } from '#features/members/members.api';
import { projectMembers } from './projectMembers';

interface Project {
  id: string;
  workspaceId: string;
}

type MembersIn = (projectId: string) => readonly BoardMember[];

/**
 * The people of each of these projects, those who inherit their role from the workspace among them, and the assignable
 * ones of them. Nobody until they are known.
 * @param projects a stable list
 */
export function useProjectMembers(projects: readonly Project[]): {
  membersIn: MembersIn;
  assignableIn: MembersIn;
} {
  const workspaceIds = useMemo(
    () => [...new Set(projects.map(({ workspaceId }) => workspaceId))],
    [projects],
  );
  const ofProjects = useMembers<ProjectMember>(
    'project',
    projects.map(({ id }) => id),
  );
  const ofWorkspaces = useMembers<WorkspaceMember>('workspace', workspaceIds);
  const byProject = useMemo(
    () =>
      new Map(
        projects.map(({ id, workspaceId }, index) => {
          const own = ofProjects[index];
          const members = own
            ? projectMembers(own, ofWorkspaces[workspaceIds.indexOf(workspaceId)] ?? [])
            : [];
          const assignable = members.filter(({ roleId }) => canInProject(roleId, 'task.beAssigned'));
          return [id, { members, assignable }];
        }),
      ),
    [projects, workspaceIds, ofProjects, ofWorkspaces],
  );
  return {
    membersIn: useCallback((projectId) => byProject.get(projectId)?.members ?? [], [byProject]),
    assignableIn: useCallback((projectId) => byProject.get(projectId)?.assignable ?? [], [byProject]),
  };
}

/** The members of each of these, in their order; undefined until they are read. */
function useMembers<M extends Member>(
  scope: MemberScope,
  ids: readonly string[],
): ReadonlyArray<M[] | undefined> {
  return useQueries({
    queries: ids.map((id) => membersQuery(scope, id)),
    combine: (results) => results.map(({ data }) => data as M[] | undefined),
  });
}
