import { canInWorkspace } from '@livelane/shared/permissions/permissions';
import type { Project } from '@livelane/shared/projects/project.schema';
import { updateProjectSchema } from '@livelane/shared/projects/project.schema';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { InviteForm } from '#features/invitations/components/InviteForm';
import { useCreateProject } from '#features/projects/projects.api';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { NameDescriptionForm } from '#ui/form/NameDescriptionForm';
import { LoadError } from '#ui/LoadError';
import { newWorkspaceSchema } from '../newWorkspace.schema';
import { useCreateWorkspace, useWorkspaces } from '../workspaces.api';

const STEPS = ['start_step_workspace', 'start_step_project', 'start_step_people'] as const;

/**
 * For a user without a project: steps to create a workspace, then a project, then add people, where their role lets
 * them, then open the board.
 */
export default function FirstHome({ onBegun }: { onBegun: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { email } = useCurrentUser();
  const { data, error, refetch } = useWorkspaces();
  const [created, setCreated] = useState<Workspace | null>(null);
  const [project, setProject] = useState<Project | null>(null);
  const createWorkspace = useCreateWorkspace();
  const createProject = useCreateProject();
  const workspace = created ?? data?.[0] ?? null;
  const canInvite = !workspace || canInWorkspace(workspace.role, 'workspace.addMember');
  const step = project ? 2 : workspace ? 1 : 0;
  const openBoard = ({ id }: Project) => navigate(`/project/${id}`);

  if (!data && !created) {
    return error ? (
      <LoadError error={error} title={t('workspaces_error')} onRetry={refetch} />
    ) : (
      <Skeleton variant="rounded" height={320} sx={{ width: '100%', maxWidth: WIDTH, mx: 'auto' }} />
    );
  }
  return (
    <Card sx={{ width: '100%', maxWidth: WIDTH, mx: 'auto', p: { xs: 2, sm: 4 }, mb: 4 }}>
      <Stepper activeStep={step} alternativeLabel aria-label={t('start_steps')} sx={{ mb: 4 }}>
        {STEPS.slice(0, canInvite ? undefined : -1).map((key) => (
          <Step key={key}>
            <StepLabel>{t(key)}</StepLabel>
          </Step>
        ))}
      </Stepper>
      {!workspace && (
        <>
          <Heading title={t('start_workspace')} text={t('start_workspace_text')} />
          <NameDescriptionForm
            label={t('start_workspace')}
            schema={newWorkspaceSchema}
            values={{ name: '', description: t('start_workspace_description') }}
            submitLabel={t('start_continue')}
            pending={createWorkspace.isPending}
            error={createWorkspace.error}
            autoFocus
            onSubmit={(values) => createWorkspace.mutate(values, { onSuccess: setCreated })}
          />
          <Typography variant="body2" color="textSecondary" sx={{ mt: 3, overflowWrap: 'anywhere' }}>
            {t('start_wait', { email })}
          </Typography>
        </>
      )}
      {workspace && !project && (
        <>
          <Heading title={t('start_project', { workspace: workspace.name })} text={t('start_project_text')} />
          <NameDescriptionForm
            // A new form: focuses the first field again.
            key={workspace.id}
            label={t('start_project', { workspace: workspace.name })}
            schema={updateProjectSchema}
            values={{ name: '', description: t('start_project_description') }}
            submitLabel={t('start_continue')}
            pending={createProject.isPending}
            error={createProject.error}
            autoFocus
            onSubmit={(values) => {
              onBegun();
              createProject.mutate(
                { ...values, workspaceId: workspace.id },
                { onSuccess: canInvite ? setProject : openBoard },
              );
            }}
          />
        </>
      )}
      {workspace && project && (
        <>
          <Heading title={t('start_people', { project: project.name })} />
          <InviteForm
            workspaceId={workspace.id}
            role={workspace.role}
            project={project}
            text={t('start_people_text')}
            cancelLabel={t('start_board')}
            onCancel={() => openBoard(project)}
            onDone={() => openBoard(project)}
          />
        </>
      )}
    </Card>
  );
}

/** Width of the panel, in pixels. */
const WIDTH = 560;

function Heading({ title, text }: { title: string; text?: string }) {
  return (
    <>
      <Typography variant="h2" sx={{ mb: text ? 1 : 2, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {text && (
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {text}
        </Typography>
      )}
    </>
  );
}
