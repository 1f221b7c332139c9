import { INVITATION_MAX_USES, type NewInvitation } from '@livelane/shared/invitations/invitation.schema';
import { assignableWorkspaceRoles } from '@livelane/shared/permissions/permissions';
import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useT } from '../../../i18n/useT';
import { AppDialog } from '../../../ui/dialog/AppDialog';
import { FormError } from '../../../ui/form/FormError';
import { useInvite } from '../api/invitations.api';
import { InvitationLink } from './InvitationLink';

interface Props {
  workspaceId: string;
  /** The caller's own role in the workspace. */
  role: WorkspaceRole;
  onClose: () => void;
}

/** Makes an invitation to a workspace, and shows its link: the only time that it can be seen. */
export function InviteDialog({ workspaceId, role, onClose }: Props) {
  const t = useT();
  const invite = useInvite(workspaceId);
  const [made, setMade] = useState<NewInvitation | null>(null);
  const [roleId, setRoleId] = useState<WorkspaceRole>('member');
  const [email, setEmail] = useState('');
  const [maxUses, setMaxUses] = useState(String(INVITATION_MAX_USES));
  const isForOne = email.trim() !== '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const whom = isForOne ? { email } : { maxUses: Number(maxUses) };
    invite.mutate({ roleId, ...whom }, { onSuccess: setMade });
  };

  return (
    <AppDialog open onClose={onClose} title={t('invite_title')}>
      <DialogContent>
        {made ? (
          <InvitationLink invitation={made} onDone={onClose} />
        ) : (
          <Stack component="form" noValidate spacing={2} onSubmit={submit} aria-label={t('invite_title')}>
            <DialogContentText>{t('invite_text')}</DialogContentText>
            <TextField
              select
              label={t('members_role')}
              value={roleId}
              onChange={(event) => setRoleId(event.target.value as WorkspaceRole)}
            >
              {assignableWorkspaceRoles(role).map((given) => (
                <MenuItem key={given} value={given}>
                  {t(`workspace_role_${given}`)}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              type="email"
              label={t('invite_email')}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              helperText={t('invite_email_hint')}
              autoComplete="off"
            />
            {!isForOne && (
              <TextField
                type="number"
                label={t('invite_uses')}
                value={maxUses}
                onChange={(event) => setMaxUses(event.target.value)}
                slotProps={{ htmlInput: { min: 1, max: INVITATION_MAX_USES, inputMode: 'numeric' } }}
              />
            )}
            <FormError error={invite.error} />
            <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
              <Button onClick={onClose} color="inherit">
                {t('action_cancel')}
              </Button>
              <Button type="submit" variant="contained" disabled={invite.isPending}>
                {t('invite_create')}
              </Button>
            </Stack>
          </Stack>
        )}
      </DialogContent>
    </AppDialog>
  );
}
