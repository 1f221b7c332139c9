import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { InviteDialog } from '#features/invitations/components/InviteDialog';
import { OpenInvitations } from '#features/invitations/components/OpenInvitations';
import { UsersScreen } from '#features/members/pages/UsersScreen';
import { useT } from '#i18n/useT';
import { useParam } from '#lib/useParam';
import { WorkspacePhoneLinks } from '../components/PhoneLinks';
import { WorkspacePanel } from '../components/WorkspacePanel';
import { useWorkspace } from '../workspaces.api';

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
