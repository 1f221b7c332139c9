import { canInProject } from '@livelane/shared/permissions/permissions';
import { AppError } from '../../http/errors';
import type { AccessService } from '../members/access.service';

/** Those of these users who may be assigned in the project. */
export async function assignableAmong(
  access: AccessService,
  projectId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const members = await access.projectMembers(projectId);
  const assignable = new Set(
    members.filter((member) => canInProject(member.roleId, 'task.beAssigned')).map((member) => member.id),
  );
  return userIds.filter((id) => assignable.has(id));
}

/** @throws AppError `assignee_not_member` for a new assignee who may not be assigned in the project */
export async function assertAssignable(
  access: AccessService,
  projectId: string,
  assignees: readonly string[],
  known: readonly string[],
): Promise<void> {
  const added = assignees.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  const allowed = await assignableAmong(access, projectId, added);
  if (allowed.length < added.length) throw new AppError('assignee_not_member');
}
