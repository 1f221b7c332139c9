import { canInProject } from '@livelane/shared/permissions/permissions';
import { useProject } from '../../features/projects/api/useProject';
import { useWorkspaceOfProject } from '../../features/workspaces/api/useWorkspaceOfProject';
import { ProjectPhoneLinks } from '../layouts/PhoneLinks';
import { ProjectPanel } from '../layouts/ProjectPanel';
import { useParam } from '../layouts/useParam';
import { UsersScreen } from './UsersScreen';

export default function ProjectUsersPage() {
  const projectId = useParam('projectId');
  const { data, error, refetch } = useProject(projectId);
  const workspace = useWorkspaceOfProject(projectId);
  return (
    <UsersScreen
      scope="project"
      id={projectId}
      panel={<ProjectPanel projectId={projectId} />}
      phoneLinks={<ProjectPhoneLinks projectId={projectId} />}
      data={data}
      error={error}
      onRetry={refetch}
      workspace={workspace.data}
      canAdd={canInProject(data?.role ?? null, 'project.addMember')}
    />
  );
}
