import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/useT';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { showToast } from '#ui/toast/toast.store';
import type { MemberScope } from '../members.api';
import { useAddPerson } from '../useAddPerson';
import { AlsoToProject } from './AlsoToProject';
import { EligiblePicker } from './EligiblePicker';
import { RoleSelect } from './RoleSelect';

interface Props {
  scope: MemberScope;
  id: string;
  /** The caller's own role here. */
  role: string;
  /** The workspace itself or the project's; undefined while it loads, or if the caller may not see it. */
  workspace: Pick<Workspace, 'id' | 'name' | 'role' | 'projects'> | undefined;
  /** A form that invites this address (empty: anyone with the link) instead; only for people with the right. */
  invitation?: ((email: string, onClose: () => void) => ReactNode) | undefined;
  onClose: () => void;
}

/**
 * Adds a person to a workspace and to a project of it in one step: by email, by id or, to a project, from the members
 * of its workspace. Someone without an account is invited in the same dialog.
 */
export function AddMemberDialog({ scope, id, role, workspace, invitation, onClose }: Props) {
  const t = useT();
  const [invited, setInvited] = useState<string | null>(null);
  const person = useAddPerson({
    scope,
    id,
    workspace,
    onAdded: () => {
      showToast({ title: t('user_added'), variant: 'success' });
      onClose();
    },
  });
  if (invitation && invited !== null) {
    return (
      <AppDialog open onClose={onClose} title={t('invite_title')}>
        <DialogContent>{invitation(invited, onClose)}</DialogContent>
      </AppDialog>
    );
  }
  const hints = {
    workspace: t('members_add_text'),
    project: person.canAddToWorkspace
      ? t('add_person_text', { workspace: workspace?.name ?? '' })
      : t('members_pick_text'),
  };
  return (
    <AppDialog open onClose={onClose} title={t('members_add_title')}>
      <DialogContent>
        <Stack
          component="form"
          noValidate
          spacing={2}
          onSubmit={person.submit}
          aria-label={t('members_add_title')}
        >
          <DialogContentText>{hints[scope]}</DialogContentText>
          {scope === 'project' ? (
            <EligiblePicker
              projectId={id}
              value={person.picked}
              onChange={person.pick}
              text={person.text}
              onType={person.type}
              isFree={person.canAddToWorkspace}
              problem={person.problem}
            />
          ) : (
            <TextField
              label={t('members_lookup')}
              value={person.text}
              onChange={(event) => person.type(event.target.value)}
              error={person.problem !== null}
              helperText={person.problem}
              autoFocus
            />
          )}
          {person.unknown && invitation && (
            <Alert
              severity="info"
              action={
                <Button color="inherit" size="small" onClick={() => setInvited(person.unknown ?? '')}>
                  {t('invite')}
                </Button>
              }
            >
              {t('add_unknown', { email: person.unknown })}
            </Alert>
          )}
          <RoleSelect
            scope={scope}
            id={id}
            role={role}
            label={t('members_role')}
            value={person.roleId}
            onChange={person.setRoleId}
          />
          {scope === 'workspace' && workspace && (
            <AlsoToProject
              projects={workspace.projects}
              value={person.project}
              onChange={person.setProject}
            />
          )}
          <FormError error={person.error} />
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
            {invitation && (
              <Button onClick={() => setInvited(person.typedEmail)} sx={{ marginInlineEnd: 'auto' }}>
                {t('invite')}
              </Button>
            )}
            <Button onClick={onClose} color="inherit">
              {t('action_cancel')}
            </Button>
            <SubmitButton isPending={person.isPending}>{t('members_add')}</SubmitButton>
          </Stack>
        </Stack>
      </DialogContent>
    </AppDialog>
  );
}
