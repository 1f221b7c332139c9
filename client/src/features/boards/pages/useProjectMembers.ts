import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ProjectMember } from '@livelane/shared/members/member.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { membersQuery } from '#features/members/members.api';

/** The assignable people of each of these projects. */
export function useProjectMembers(
  projectIds: readonly string[],
): (projectId: string) => readonly BoardMember[] {
  const answers = useQueries({
    queries: projectIds.map((id) => membersQuery('project', id)),
    combine: (results) => results.map((result) => result.data),
  });
  const key = projectIds.join();
  const byProject = useMemo(() => {
    const ids = key.split(',');
    return new Map(
      answers.map((members, index) => [ids[index] ?? '', assignable(members as ProjectMember[] | undefined)]),
    );
  }, [answers, key]);
  return useCallback((projectId) => byProject.get(projectId) ?? [], [byProject]);
}

function assignable(members: readonly ProjectMember[] | undefined): BoardMember[] {
  return (members ?? [])
    .filter(({ roleId }) => canInProject(roleId, 'task.beAssigned'))
    .map(({ user, roleId }) => ({ ...user, roleId }));
}
