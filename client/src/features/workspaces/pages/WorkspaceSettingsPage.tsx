import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import { workspaceInputSchema } from '@livelane/shared/workspaces/workspace.schema';
import { useNavigate } from 'react-router-dom';
import { useParam } from '#lib/useParam';
import { SettingsScreen } from '#ui/page/SettingsScreen';
import { WorkspacePhoneLinks } from '../components/PhoneLinks';
import { WorkspacePanel } from '../components/WorkspacePanel';
import { useDeleteWorkspace, useUpdateWorkspace, useWorkspace } from '../workspaces.api';

export default function WorkspaceSettingsPage() {
  const navigate = useNavigate();
  const workspaceId = useParam('workspaceId');
  const query = useWorkspace(workspaceId);
  return (
    <SettingsScreen
      entity="workspace"
      id={workspaceId}
      panel={<WorkspacePanel workspaceId={workspaceId} />}
      phoneLinks={<WorkspacePhoneLinks workspaceId={workspaceId} />}
      query={query}
      schema={workspaceInputSchema}
      can={(what) => canInWorkspace(query.data?.role ?? null, `workspace.${what}`)}
      update={useUpdateWorkspace(workspaceId)}
      remove={useDeleteWorkspace(workspaceId)}
      onDeleted={() => navigate('/workspaces', { replace: true })}
    />
  );
}
