import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { InviteDialog } from '../../features/invitations/components/InviteDialog';
import { OpenInvitations } from '../../features/invitations/components/OpenInvitations';
import { useWorkspace } from '../../features/workspaces/api/useWorkspace';
import { useT } from '../../i18n/useT';
import { WorkspacePhoneLinks } from '../layouts/PhoneLinks';
import { useParam } from '../layouts/useParam';
import { WorkspacePanel } from '../layouts/WorkspacePanel';
import { UsersScreen } from './UsersScreen';

export default function WorkspaceUsersPage() {
  const workspaceId = useParam('workspaceId');
  const t = useT();
  const [isInviting, setInviting] = useState(false);
  const { data, error, refetch } = useWorkspace(workspaceId);
  const canInvite = canInWorkspace(data?.role ?? null, 'workspace.addMember');
  return (
    <UsersScreen
      scope="workspace"
      id={workspaceId}
      panel={<WorkspacePanel workspaceId={workspaceId} />}
      phoneLinks={<WorkspacePhoneLinks workspaceId={workspaceId} />}
      data={data && { ...data, workspaceId }}
      error={error}
      onRetry={refetch}
      canAdd={canInvite}
      workspace={data}
      actions={
        canInvite && (
          <Button startIcon={<LinkIcon />} onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        )
      }
    >
      {canInvite && <OpenInvitations workspaceId={workspaceId} />}
      {data && isInviting && (
        <InviteDialog workspaceId={workspaceId} role={data.role} onClose={() => setInviting(false)} />
      )}
    </UsersScreen>
  );
}
