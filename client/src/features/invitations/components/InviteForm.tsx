import { INVITATION_MAX_USES, type NewInvitation } from '@livelane/shared/invitations/invitation.schema';
import { assignableProjectRoles, assignableWorkspaceRoles } from '@livelane/shared/permissions/permissions';
import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { useInvite } from '../invitations.api';
import { InvitationLink } from './InvitationLink';

export interface InviteFormProps {
  workspaceId: string;
  /** The caller's own role in the workspace. */
  role: WorkspaceRole;
  /** People who accept also join it; `role` is the caller's own there. */
  project?: { id: string; role: ProjectRole } | undefined;
  /** Shown above the fields. */
  text: string;
  initialEmail?: string;
  cancelLabel: string;
  onCancel: () => void;
  onDone: () => void;
}

/** Creates an invitation to a workspace or project, and shows its link this once. */
export function InviteForm(props: InviteFormProps) {
  const { workspaceId, role, project, text, initialEmail = '', cancelLabel, onCancel, onDone } = props;
  const t = useT();
  const invite = useInvite(workspaceId);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const [roleId, setRoleId] = useState<ProjectRole>('member');
  const [email, setEmail] = useState(initialEmail);
  const [maxUses, setMaxUses] = useState(String(INVITATION_MAX_USES));
  const isForOne = email.trim() !== '';

  if (made) return <InvitationLink invitation={made} onDone={onDone} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whom = isForOne ? { email } : { maxUses: Number(maxUses) };
    const where = project
      ? { roleId: 'member' as const, projectId: project.id, projectRoleId: roleId }
      : { roleId };
    invite.mutate({ ...where, ...whom }, { onSuccess: setMade });
  };
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit} aria-label={t('invite_title')}>
      <DialogContentText>{text}</DialogContentText>
      <TextField
        type="email"
        label={t('invite_email')}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        helperText={t('invite_email_hint')}
        autoComplete="off"
        autoFocus
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ '& > *': { flex: 1 } }}>
        <TextField
          select
          label={t(project ? 'add_project_role' : 'members_role')}
          value={roleId}
          onChange={(event) => setRoleId(event.target.value as ProjectRole)}
        >
          {project
            ? assignableProjectRoles(project.role).map((given) => (
                <MenuItem key={given} value={given}>
                  {t(`project_role_${given}`)}
                </MenuItem>
              ))
            : assignableWorkspaceRoles(role).map((given) => (
                <MenuItem key={given} value={given}>
                  {t(`workspace_role_${given}`)}
                </MenuItem>
              ))}
        </TextField>
        {!isForOne && (
          <TextField
            type="number"
            label={t('invite_uses')}
            value={maxUses}
            onChange={(event) => setMaxUses(event.target.value)}
            slotProps={{ htmlInput: { min: 1, max: INVITATION_MAX_USES, inputMode: 'numeric' } }}
          />
        )}
      </Stack>
      <FormError error={invite.error} />
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button onClick={onCancel} color="inherit">
          {cancelLabel}
        </Button>
        <SubmitButton isPending={invite.isPending}>{t('invite_create')}</SubmitButton>
      </Stack>
    </Stack>
  );
}
