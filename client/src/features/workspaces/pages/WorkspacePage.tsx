import Add from '@mui/icons-material/Add';
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { NewProjectDialog } from '#features/projects/components/NewProjectDialog';
import { ProjectCard } from '#features/projects/components/ProjectCard';
import { useT } from '#i18n/useT';
import { useParam } from '#lib/useParam';
import { EmptyState } from '#ui/EmptyState';
import { LoadError, shownData } from '#ui/LoadError';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { WorkspacePhoneLinks } from '../components/PhoneLinks';
import { WorkspacePanel } from '../components/WorkspacePanel';
import { useShownWorkspace } from '../workspaces.api';

export default function WorkspacePage() {
  const t = useT();
  const navigate = useNavigate();
  const workspaceId = useParam('workspaceId');
  const query = useShownWorkspace(workspaceId);
  const { error, refetch } = query;
  const data = shownData(query);
  const [isNewOpen, setNewOpen] = useState(false);
  return (
    <Page panel={<WorkspacePanel workspaceId={workspaceId} />}>
      <WorkspacePhoneLinks workspaceId={workspaceId} />
      <LoadError error={error} title={t('workspace_error')} onRetry={refetch} />
      {!data && !error && <Skeleton variant="rounded" height={160} />}
      {data && (
        <>
          <PageHeader title={data.name} text={data.description}>
            <Button variant="contained" startIcon={<Add />} onClick={() => setNewOpen(true)}>
              {t('project_new')}
            </Button>
          </PageHeader>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
            }}
          >
            {data.projects.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </Box>
          {data.projects.length === 0 && (
            <EmptyState
              icon={<ViewKanban fontSize="large" />}
              title={t('projects_empty')}
              text={t('projects_empty_text')}
            />
          )}
        </>
      )}
      {data && isNewOpen && (
        <NewProjectDialog
          workspaceId={workspaceId}
          open
          onClose={() => setNewOpen(false)}
          onCreated={({ id }) => navigate(`/project/${id}`)}
        />
      )}
    </Page>
  );
}
