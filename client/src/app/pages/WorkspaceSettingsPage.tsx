import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import { workspaceInputSchema } from '@livelane/shared/workspaces/workspace.schema';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useNavigate } from 'react-router-dom';
import { useDeleteWorkspace } from '../../features/workspaces/api/useDeleteWorkspace';
import { useUpdateWorkspace } from '../../features/workspaces/api/useUpdateWorkspace';
import { useWorkspace } from '../../features/workspaces/api/useWorkspace';
import { useT } from '../../i18n/useT';
import { DangerZone } from '../../ui/DangerZone';
import { NameDescriptionForm } from '../../ui/form/NameDescriptionForm';
import { LoadError } from '../../ui/LoadError';
import { PageHeader } from '../../ui/PageHeader';
import { showToast } from '../../ui/toast/toast.store';
import { Page } from '../layouts/Page';
import { WorkspacePhoneLinks } from '../layouts/PhoneLinks';
import { useParam } from '../layouts/useParam';
import { WorkspacePanel } from '../layouts/WorkspacePanel';

export default function WorkspaceSettingsPage() {
  const t = useT();
  const navigate = useNavigate();
  const workspaceId = useParam('workspaceId');
  const { data, error, refetch } = useWorkspace(workspaceId);
  const update = useUpdateWorkspace(workspaceId);
  const remove = useDeleteWorkspace(workspaceId);
  const refuse = () => showToast({ title: t('workspace_update_error'), variant: 'destructive' });
  const finish = () => {
    showToast({ title: t('workspace_deleted'), variant: 'success' });
    navigate('/workspaces', { replace: true });
  };
  return (
    <Page panel={<WorkspacePanel workspaceId={workspaceId} />}>
      <WorkspacePhoneLinks workspaceId={workspaceId} />
      <LoadError error={error} title={t('workspace_error')} onRetry={refetch} />
      <PageHeader title={t('workspace_settings_title')} text={data?.name} />
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && (
        <Stack spacing={3}>
          <Card>
            <CardContent sx={{ p: 3 }}>
              <NameDescriptionForm
                label={t('workspace_settings_title')}
                schema={workspaceInputSchema}
                values={{ name: data.name, description: data.description }}
                submitLabel={t('action_save')}
                pending={update.isPending}
                error={update.error}
                errorLabel={t('workspace_update_error')}
                disabled={!canInWorkspace(data.role, 'workspace.edit')}
                onSubmit={(values) =>
                  update.mutate(values, {
                    onSuccess: () => showToast({ title: t('workspace_updated'), variant: 'success' }),
                  })
                }
                onInvalid={refuse}
              />
            </CardContent>
          </Card>
          {canInWorkspace(data.role, 'workspace.delete') && (
            <DangerZone
              label={t('workspace_delete')}
              confirmTitle={t('workspace_delete_title')}
              confirmText={t('workspace_delete_text', { name: data.name })}
              pending={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutate(undefined, { onSuccess: finish })}
            />
          )}
        </Stack>
      )}
    </Page>
  );
}
