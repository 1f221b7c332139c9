import { canInProject } from '@livelane/shared/permissions/permissions';
import { updateProjectSchema } from '@livelane/shared/projects/project.schema';
import { useNavigate } from 'react-router-dom';
import { ProjectPhoneLinks } from '#features/workspaces/components/PhoneLinks';
import { ProjectPanel } from '#features/workspaces/components/ProjectPanel';
import { useParam } from '#lib/useParam';
import { SettingsScreen } from '#ui/page/SettingsScreen';
import { useDeleteProject, useProject, useUpdateProject } from '../projects.api';

export default function ProjectSettingsPage() {
  const navigate = useNavigate();
  const projectId = useParam('projectId');
  const { data, error, refetch } = useProject(projectId);
  return (
    <SettingsScreen
      entity="project"
      saveError="project_save_error"
      panel={<ProjectPanel projectId={projectId} />}
      phoneLinks={<ProjectPhoneLinks projectId={projectId} />}
      data={data}
      error={error}
      onRetry={refetch}
      schema={updateProjectSchema}
      canEdit={canInProject(data?.role ?? null, 'project.edit')}
      canDelete={canInProject(data?.role ?? null, 'project.delete')}
      update={useUpdateProject(projectId)}
      remove={useDeleteProject(projectId)}
      onDeleted={() => navigate(data ? `/workspaces/${data.workspaceId}` : '/workspaces', { replace: true })}
    />
  );
}
