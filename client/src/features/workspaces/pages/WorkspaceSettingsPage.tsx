import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import { workspaceInputSchema } from '@livelane/shared/workspaces/workspace.schema';
import { useNavigate } from 'react-router-dom';
import { useParam } from '#lib/useParam';
import { SettingsScreen, type SettingsTexts } from '#ui/page/SettingsScreen';
import { WorkspacePhoneLinks } from '../components/PhoneLinks';
import { WorkspacePanel } from '../components/WorkspacePanel';
import { useDeleteWorkspace, useUpdateWorkspace, useWorkspace } from '../workspaces.api';

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
