import type { Invitation } from '@livelane/shared/invitations/invitation.schema';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { focusableDisabled } from '#ui/focusableDisabled';
import { FormError } from '#ui/form/FormError';
import { showToast } from '#ui/toast/toast.store';
import { useRowFocus } from '#ui/useRowFocus';
import { invitationsQuery, useRevokeInvitation } from '../invitations.api';

/** The open invitations of a workspace, each with an action to withdraw it. */
export function OpenInvitations({ workspaceId }: { workspaceId: string }) {
  const t = useT();
  const { data } = useQuery(invitationsQuery(workspaceId));
  const revoke = useRevokeInvitation(workspaceId);
  const rows = useRowFocus();
  if (!data || (data.length === 0 && !revoke.error)) return null;
  const take = (id: string) => {
    if (revoke.isPending) return;
    revoke.mutate(id, {
      onSuccess: () => showToast({ title: t('invitations_revoked'), variant: 'success' }),
    });
  };
  return (
    <Stack component="section" spacing={1} sx={{ mt: 4 }} aria-label={t('invitations_open')}>
      <Typography variant="h3" component="h2">
        {t('invitations_open')}
      </Typography>
      <FormError error={revoke.error} />
      {data.length > 0 && (
        <Card>
          <Stack component="ul" {...rows} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.map((invitation) => (
              <Row
                key={invitation.id}
                invitation={invitation}
                onRevoke={() => take(invitation.id)}
                disabled={revoke.isPending}
              />
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  );
}

interface RowProps {
  invitation: Invitation;
  onRevoke: () => void;
  disabled: boolean;
}

function Row({ invitation: { email, roleId, uses, maxUses, expiresAt }, onRevoke, disabled }: RowProps) {
  const t = useT();
  const { formatDate } = useIntl();
  const name = email ? t('invitations_for', { email }) : t('invitations_link', { count: maxUses });
  const details = [
    t(`workspace_role_${roleId}`),
    ...(email ? [] : [t('invitations_used', { uses, maxUses })]),
    t('invitations_until', { date: formatDate(expiresAt, { dateStyle: 'medium' }) }),
  ];
  return (
    <Stack
      component="li"
      direction="row"
      spacing={2}
      sx={{
        alignItems: 'center',
        px: 2,
        py: 1.5,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Stack sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {details.join(' · ')}
        </Typography>
      </Stack>
      <Button
        color="inherit"
        {...focusableDisabled(disabled)}
        onClick={onRevoke}
        aria-label={t('invitations_revoke_of', { name })}
      >
        {t('invitations_revoke')}
      </Button>
    </Stack>
  );
}
