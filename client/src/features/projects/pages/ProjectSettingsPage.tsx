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
  const query = useProject(projectId);
  return (
    <SettingsScreen
      entity="project"
      id={projectId}
      panel={<ProjectPanel projectId={projectId} />}
      phoneLinks={<ProjectPhoneLinks projectId={projectId} />}
      query={query}
      schema={updateProjectSchema}
      can={(what) => canInProject(query.data?.role ?? null, `project.${what}`)}
      update={useUpdateProject(projectId)}
      remove={useDeleteProject(projectId)}
      onDeleted={() =>
        navigate(query.data ? `/workspaces/${query.data.workspaceId}` : '/workspaces', { replace: true })
      }
    />
  );
}
