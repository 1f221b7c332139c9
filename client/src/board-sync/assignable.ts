import { canInProject } from '@livelane/shared/permissions/permissions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { PersonalBoardState, ProjectBoardState } from './board.types';

type KnownMembers = Pick<ProjectBoardState, 'kind' | 'members'> | Pick<PersonalBoardState, 'kind'>;

/** A former task without people who can no longer be assigned. The personal board does not know who can be. */
export function withAssignable(former: StoredTask, board: KnownMembers): StoredTask {
  if (board.kind === 'personal') return former;
  const members = board.members.filter(({ roleId }) => canInProject(roleId, 'task.beAssigned'));
  const canBe = new Set(members.map(({ id }) => id));
  return { ...former, assignees: former.assignees.filter((id) => canBe.has(id)) };
}
