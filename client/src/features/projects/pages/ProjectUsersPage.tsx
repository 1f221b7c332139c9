import { canInProject } from '@livelane/shared/permissions/permissions';
import { UsersScreen } from '#features/members/pages/UsersScreen';
import { ProjectPhoneLinks } from '#features/workspaces/components/PhoneLinks';
import { ProjectPanel } from '#features/workspaces/components/ProjectPanel';
import { useWorkspaceOfProject } from '#features/workspaces/workspaces.api';
import { useParam } from '#lib/useParam';
import { useProject } from '../projects.api';

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
