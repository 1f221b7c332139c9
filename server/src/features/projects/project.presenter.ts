import type { Project, ProjectFilterItem } from '@livelane/shared/projects/project.schema';
import type { VisibleProject } from '../members/access.service';

export function presentProject({
  id,
  name,
  description,
  workspaceId,
  role,
}: Omit<VisibleProject, 'ownRoleId'>): Project {
  return { id, name, description, workspaceId, role };
}

export function presentProjectFilterItem({ id, name }: VisibleProject): ProjectFilterItem {
  return { projectId: id, name };
}
