import { canInProject } from '@livelane/shared/permissions/permissions';
import { useProject } from '../../features/projects/api/useProject';
import { ProjectPhoneLinks } from '../layouts/PhoneLinks';
import { ProjectPanel } from '../layouts/ProjectPanel';
import { useParam } from '../layouts/useParam';
import { UsersScreen } from './UsersScreen';

export default function ProjectUsersPage() {
  const projectId = useParam('projectId');
  const { data, error, refetch } = useProject(projectId);
  return (
    <UsersScreen
      scope="project"
      id={projectId}
      panel={<ProjectPanel projectId={projectId} />}
      phoneLinks={<ProjectPhoneLinks projectId={projectId} />}
      data={data}
      error={error}
      onRetry={refetch}
      canAdd={canInProject(data?.role ?? null, 'project.addMember')}
    />
  );
}
