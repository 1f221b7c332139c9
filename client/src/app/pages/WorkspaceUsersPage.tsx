import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import { useWorkspace } from '../../features/workspaces/api/useWorkspace';
import { WorkspacePhoneLinks } from '../layouts/PhoneLinks';
import { useParam } from '../layouts/useParam';
import { WorkspacePanel } from '../layouts/WorkspacePanel';
import { UsersScreen } from './UsersScreen';

export default function WorkspaceUsersPage() {
  const workspaceId = useParam('workspaceId');
  const { data, error, refetch } = useWorkspace(workspaceId);
  return (
    <UsersScreen
      scope="workspace"
      id={workspaceId}
      panel={<WorkspacePanel workspaceId={workspaceId} />}
      phoneLinks={<WorkspacePhoneLinks workspaceId={workspaceId} />}
      data={data && { ...data, workspaceId }}
      error={error}
      onRetry={refetch}
      canAdd={canInWorkspace(data?.role ?? null, 'workspace.addMember')}
    />
  );
}
