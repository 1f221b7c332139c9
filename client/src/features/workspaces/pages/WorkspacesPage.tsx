import Add from '@mui/icons-material/Add';
import Workspaces from '@mui/icons-material/WorkspacesOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectConnection } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { EmptyState } from '#ui/EmptyState';
import { LoadError } from '#ui/LoadError';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { WithReason } from '#ui/WithReason';
import { NewWorkspaceDialog } from '../components/NewWorkspaceDialog';
import { WorkspaceCard } from '../components/WorkspaceCard';
import { useWorkspaces } from '../workspaces.api';

export default function WorkspacesPage() {
  const t = useT();
  const navigate = useNavigate();
  const { data, error, refetch } = useWorkspaces();
  const isOffline = useAppSelector((state) => selectConnection(state) === 'offline');
  const [isNewOpen, setNewOpen] = useState(false);
  const create = (
    <WithReason reason={isOffline ? t('offline_needs_server') : null}>
      {(describedBy) => (
        <Button
          variant="contained"
          startIcon={<Add />}
          disabled={isOffline}
          aria-describedby={describedBy}
          onClick={() => setNewOpen(true)}
        >
          {t('workspaces_new')}
        </Button>
      )}
    </WithReason>
  );
  return (
    <Page>
      {isOffline && data ? (
        <Alert severity="info" role="status" sx={{ mb: 2 }}>
          {t('offline_list')}
        </Alert>
      ) : (
        <LoadError error={error} title={t('workspaces_error')} onRetry={refetch} />
      )}
      <PageHeader title={t('workspaces_title')}>{create}</PageHeader>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(360px, 100%), 1fr))',
        }}
      >
        {!data && !error && <Skeleton variant="rounded" height={128} />}
        {data?.map((workspace) => (
          <WorkspaceCard key={workspace.id} workspace={workspace} />
        ))}
      </Box>
      {data?.length === 0 && (
        <EmptyState
          icon={<Workspaces fontSize="large" />}
          title={t('workspaces_empty_title')}
          text={t('workspaces_empty_text')}
        />
      )}
      {isNewOpen && (
        <NewWorkspaceDialog
          open
          onClose={() => setNewOpen(false)}
          onCreated={({ id }) => navigate(`/workspaces/${id}`)}
        />
      )}
    </Page>
  );
}
