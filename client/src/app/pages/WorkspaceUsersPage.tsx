import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import PersonAdd from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AddMemberDialog } from '../../features/members/components/AddMemberDialog';
import { MemberList } from '../../features/members/components/MemberList';
import { useWorkspace } from '../../features/workspaces/api/useWorkspace';
import { useT } from '../../i18n/useT';
import { LoadError } from '../../ui/LoadError';
import { PageHeader } from '../../ui/PageHeader';
import { Page } from '../layouts/Page';
import { WorkspacePhoneLinks } from '../layouts/PhoneLinks';
import { useParam } from '../layouts/useParam';
import { WorkspacePanel } from '../layouts/WorkspacePanel';

export default function WorkspaceUsersPage() {
  const t = useT();
  const navigate = useNavigate();
  const workspaceId = useParam('workspaceId');
  const { data, error, refetch } = useWorkspace(workspaceId);
  const [isAdding, setAdding] = useState(false);
  return (
    <Page panel={<WorkspacePanel workspaceId={workspaceId} />}>
      <WorkspacePhoneLinks workspaceId={workspaceId} />
      <LoadError error={error} title={t('workspace_error')} onRetry={refetch} />
      <PageHeader title={t('workspace_users_title')} text={data?.name}>
        {data && canInWorkspace(data.role, 'workspace.addMember') && (
          <Button variant="contained" startIcon={<PersonAdd />} onClick={() => setAdding(true)}>
            {t('members_add')}
          </Button>
        )}
      </PageHeader>
      {data && (
        <MemberList
          scope="workspace"
          id={workspaceId}
          role={data.role}
          onLeft={() => navigate('/workspaces', { replace: true })}
        />
      )}
      {data && isAdding && (
        <AddMemberDialog
          scope="workspace"
          id={workspaceId}
          role={data.role}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  );
}
