import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { LabelDialog } from '#features/labels/components/LabelDialog';
import { LabelList } from '#features/labels/components/LabelList';
import { useLabels } from '#features/labels/labels.api';
import { useT } from '#i18n/useT';
import { useParam } from '#lib/useParam';
import { useCurrentUser } from '#lib/useSession';
import { LoadError, shownData } from '#ui/LoadError';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { WorkspacePhoneLinks } from '../components/PhoneLinks';
import { WorkspacePanel } from '../components/WorkspacePanel';
import { useWorkspace } from '../workspaces.api';

/** The labels of a workspace: creating, renaming, colours, merging, deletion. */
export default function WorkspaceLabelsPage() {
  const t = useT();
  const workspaceId = useParam('workspaceId');
  const userId = useCurrentUser().id;
  const query = useWorkspace(workspaceId);
  const { error, refetch } = query;
  const data = shownData(query);
  const labels = useLabels([workspaceId]);
  const [isAdding, setAdding] = useState(false);
  const role = data?.role ?? null;
  return (
    <Page panel={<WorkspacePanel workspaceId={workspaceId} />}>
      <WorkspacePhoneLinks workspaceId={workspaceId} />
      <LoadError error={error} title={t('workspace_error')} onRetry={refetch} />
      <PageHeader title={t('labels_title')} text={t('labels_text')}>
        {canInWorkspace(role, 'label.create') && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
            {t('labels_add')}
          </Button>
        )}
      </PageHeader>
      {data && (
        <LabelList
          workspaceId={workspaceId}
          canEdit={({ createdBy }) =>
            canInWorkspace(role, createdBy === userId ? 'label.edit' : 'label.editAny')
          }
        />
      )}
      {data && isAdding && (
        <LabelDialog workspaceId={workspaceId} labels={labels.data ?? []} onClose={() => setAdding(false)} />
      )}
    </Page>
  );
}
