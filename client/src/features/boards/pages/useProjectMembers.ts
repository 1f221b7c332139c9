import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ProjectMember } from '@livelane/shared/members/member.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { membersQuery } from '#features/members/members.api';

interface ProjectMembers {
  membersOf: (projectId: string) => readonly BoardMember[];
  /** Unless they are on their way already. */
  readAgain: (projectId: string) => void;
}

/** The people who can be assigned in each of these projects. */
export function useProjectMembers(projectIds: readonly string[]): ProjectMembers {
  const queries = useQueryClient();
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
  const membersOf = useCallback((projectId: string) => byProject.get(projectId) ?? [], [byProject]);
  const readAgain = useCallback(
    (projectId: string) => {
      const { queryKey } = membersQuery('project', projectId);
      void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
    },
    [queries],
  );
  return { membersOf, readAgain };
}

function assignable(members: readonly ProjectMember[] | undefined): BoardMember[] {
  return (members ?? [])
    .filter(({ roleId }) => canInProject(roleId, 'task.beAssigned'))
    .map(({ user, roleId }) => ({ ...user, roleId }));
}
