import { canInProject } from '@livelane/shared/permissions/permissions';
import { updateProjectSchema } from '@livelane/shared/projects/project.schema';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useNavigate } from 'react-router-dom';
import { useDeleteProject } from '../../features/projects/api/useDeleteProject';
import { useProject } from '../../features/projects/api/useProject';
import { useUpdateProject } from '../../features/projects/api/useUpdateProject';
import { useT } from '../../i18n/useT';
import { DangerZone } from '../../ui/DangerZone';
import { NameDescriptionForm } from '../../ui/form/NameDescriptionForm';
import { LoadError } from '../../ui/LoadError';
import { PageHeader } from '../../ui/PageHeader';
import { showToast } from '../../ui/toast/toast.store';
import { Page } from '../layouts/Page';
import { ProjectPhoneLinks } from '../layouts/PhoneLinks';
import { ProjectPanel } from '../layouts/ProjectPanel';
import { useParam } from '../layouts/useParam';

export default function ProjectSettingsPage() {
  const t = useT();
  const navigate = useNavigate();
  const projectId = useParam('projectId');
  const { data, error, refetch } = useProject(projectId);
  const update = useUpdateProject(projectId);
  const remove = useDeleteProject(projectId);
  const refuse = () => showToast({ title: t('project_update_error'), variant: 'destructive' });
  const finish = () => {
    showToast({ title: t('project_deleted'), variant: 'success' });
    navigate(data ? `/workspaces/${data.workspaceId}` : '/workspaces', { replace: true });
  };
  return (
    <Page panel={<ProjectPanel projectId={projectId} />}>
      <ProjectPhoneLinks projectId={projectId} />
      <LoadError error={error} title={t('project_error')} onRetry={refetch} />
      <PageHeader title={t('project_settings_title')} text={data?.name} />
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && (
        <Stack spacing={3}>
          <Card>
            <CardContent sx={{ p: 3 }}>
              <NameDescriptionForm
                label={t('project_settings_title')}
                schema={updateProjectSchema}
                values={{ name: data.name, description: data.description }}
                submitLabel={t('action_save')}
                pending={update.isPending}
                error={update.error}
                errorLabel={t('project_save_error')}
                disabled={!canInProject(data.role, 'project.edit')}
                onSubmit={(values) =>
                  update.mutate(values, {
                    onSuccess: () => showToast({ title: t('project_updated'), variant: 'success' }),
                  })
                }
                onInvalid={refuse}
              />
            </CardContent>
          </Card>
          {canInProject(data.role, 'project.delete') && (
            <DangerZone
              label={t('project_delete')}
              confirmTitle={t('project_delete_title')}
              confirmText={t('project_delete_text', { name: data.name })}
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
