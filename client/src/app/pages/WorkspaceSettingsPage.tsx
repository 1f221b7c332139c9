import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import { workspaceInputSchema } from '@livelane/shared/workspaces/workspace.schema';
import { useNavigate } from 'react-router-dom';
import { useDeleteWorkspace } from '../../features/workspaces/api/useDeleteWorkspace';
import { useUpdateWorkspace } from '../../features/workspaces/api/useUpdateWorkspace';
import { useWorkspace } from '../../features/workspaces/api/useWorkspace';
import { WorkspacePhoneLinks } from '../layouts/PhoneLinks';
import { useParam } from '../layouts/useParam';
import { WorkspacePanel } from '../layouts/WorkspacePanel';
import { SettingsScreen, type SettingsTexts } from './SettingsScreen';

const texts: SettingsTexts = {
  title: 'workspace_settings_title',
  loadError: 'workspace_error',
  invalid: 'workspace_update_error',
  refused: 'workspace_update_error',
  updated: 'workspace_updated',
  deleted: 'workspace_deleted',
  delete: 'workspace_delete',
  deleteTitle: 'workspace_delete_title',
  deleteText: 'workspace_delete_text',
};

export default function WorkspaceSettingsPage() {
  const navigate = useNavigate();
  const workspaceId = useParam('workspaceId');
  const { data, error, refetch } = useWorkspace(workspaceId);
  return (
    <SettingsScreen
      texts={texts}
      panel={<WorkspacePanel workspaceId={workspaceId} />}
      phoneLinks={<WorkspacePhoneLinks workspaceId={workspaceId} />}
      data={data}
      error={error}
      onRetry={refetch}
      schema={workspaceInputSchema}
      canEdit={canInWorkspace(data?.role ?? null, 'workspace.edit')}
      canDelete={canInWorkspace(data?.role ?? null, 'workspace.delete')}
      update={useUpdateWorkspace(workspaceId)}
      remove={useDeleteWorkspace(workspaceId)}
      onDeleted={() => navigate('/workspaces', { replace: true })}
    />
  );
}
