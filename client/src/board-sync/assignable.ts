import type { BoardMember } from '@livelane/shared/boards/board.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { BoardState } from './board.types';

/** The ids of the people who can be assigned in a project; undefined while they are not known. */
export type Assignable = ReadonlySet<string> | undefined;

export const assignableOf = (members: readonly BoardMember[]): ReadonlySet<string> =>
  new Set(members.filter(({ roleId }) => canInProject(roleId, 'task.beAssigned')).map(({ id }) => id));

/** @param known on the board over all projects, which has no members of its own */
export const assignableOn = (board: BoardState, known: Assignable): Assignable =>
  board.kind === 'project' ? assignableOf(board.members) : known;

/** A former task without people who can no longer be assigned. */
export function withAssignable(former: StoredTask, assignable: Assignable): StoredTask {
  return assignable ? { ...former, assignees: former.assignees.filter((id) => assignable.has(id)) } : former;
}
