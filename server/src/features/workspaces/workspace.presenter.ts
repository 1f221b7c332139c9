import type { Workspace, WorkspaceFilterItem } from '@livelane/shared/workspaces/workspace.schema';
import type { VisibleProject } from '../members/access.service';
import { presentProject } from '../projects/project.presenter';
import type { WorkspaceOfUser } from './workspace.store';

/** A workspace with those of its projects that the caller may see. */
export function presentWorkspace(workspace: WorkspaceOfUser, visible: readonly VisibleProject[]): Workspace {
  return {
    id: workspace.id,
    name: workspace.name,
    description: workspace.description,
    createdAt: workspace.createdAt.toISOString(),
    updatedAt: workspace.updatedAt.toISOString(),
    role: workspace.role,
    projects: visible.filter((project) => project.workspaceId === workspace.id).map(presentProject),
  };
}

export function presentWorkspaceFilterItem(workspace: WorkspaceOfUser): WorkspaceFilterItem {
  return { workspaceId: workspace.id, name: workspace.name };
}
