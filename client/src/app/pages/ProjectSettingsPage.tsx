import { canInProject } from '@livelane/shared/permissions/permissions';
import { updateProjectSchema } from '@livelane/shared/projects/project.schema';
import { useNavigate } from 'react-router-dom';
import { useDeleteProject } from '../../features/projects/api/useDeleteProject';
import { useProject } from '../../features/projects/api/useProject';
import { useUpdateProject } from '../../features/projects/api/useUpdateProject';
import { ProjectPhoneLinks } from '../layouts/PhoneLinks';
import { ProjectPanel } from '../layouts/ProjectPanel';
import { useParam } from '../layouts/useParam';
import { SettingsScreen, type SettingsTexts } from './SettingsScreen';

const texts: SettingsTexts = {
  title: 'project_settings_title',
  loadError: 'project_error',
  invalid: 'project_update_error',
  refused: 'project_save_error',
  updated: 'project_updated',
  deleted: 'project_deleted',
  delete: 'project_delete',
  deleteTitle: 'project_delete_title',
  deleteText: 'project_delete_text',
};

export default function ProjectSettingsPage() {
  const navigate = useNavigate();
  const projectId = useParam('projectId');
  const { data, error, refetch } = useProject(projectId);
  return (
    <SettingsScreen
      texts={texts}
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
