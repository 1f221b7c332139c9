import type { AdminUser } from '@livelane/shared/admin/admin.schema';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Chip from '@mui/material/Chip';
import Collapse from '@mui/material/Collapse';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog';
import { focusableDisabled } from '#ui/focusableDisabled';
import { FormError } from '#ui/form/FormError';
import { showToast } from '#ui/toast/toast.store';
import { useErrorText } from '#ui/useErrorText';
import { useSetActive } from '../admin.api';
import { PersonSessions } from './PersonSessions';

/** One account with its sessions and actions. */
export function PersonRow({ person }: { person: AdminUser }) {
  const t = useT();
  const { formatDate } = useIntl();
  const me = useCurrentUser();
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const setActive = useSetActive();
  const { id: userId, firstName, surname, email, createdAt, lastSeenAt, isDeactivated, isAdmin } = person;
  const name = `${firstName} ${surname}`;
  const refusal = useErrorText(setActive.error);
  const seen = lastSeenAt && formatDate(lastSeenAt, { dateStyle: 'medium', timeStyle: 'short' });
  const since = formatDate(createdAt, { dateStyle: 'medium' });
  const change = (isActive: boolean) =>
    setActive.mutate(
      { userId, isActive },
      {
        onSuccess: () => {
          setIsAsked(false);
          const title = t(isActive ? 'admin_reactivated' : 'admin_deactivated', { name });
          showToast({ title, variant: 'success' });
        },
      },
    );
  return (
    <Card component="li">
      <CardContent sx={{ p: 2, '&:last-child': { pb: 2 } }}>
        <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
          <UserAvatar user={person} size="large" />
          <Stack spacing={0.5} sx={{ flexGrow: 1, minWidth: 0 }}>
            <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                <bdi>{name}</bdi>
              </Typography>
              {isAdmin && (
                <Chip size="small" color="primary" variant="outlined" label={t('admin_is_admin')} />
              )}
              {isDeactivated && <Chip size="small" color="warning" label={t('admin_is_deactivated')} />}
            </Stack>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              <bdi>{email}</bdi>
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('admin_since', { date: since })} ·{' '}
              {seen ? t('sessions_seen', { date: seen }) : t('admin_never_seen')}
            </Typography>
          </Stack>
        </Stack>
        {/* Aligned with the name, or on a phone with its picture. */}
        <Stack
          direction="row"
          sx={{ flexWrap: 'wrap', gap: 1, mt: 1, marginInlineStart: { xs: '-5px', sm: '51px' } }}
        >
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-label={t('admin_sessions_of', { name })}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('admin_sessions')}
          </Button>
          <Button
            size="small"
            component={Link}
            to={`/admin?part=audit&userId=${userId}`}
            aria-label={t('admin_log_of', { name })}
          >
            {t('admin_audit')}
          </Button>
          {userId !== me.id &&
            (isDeactivated ? (
              <Button
                size="small"
                {...focusableDisabled(setActive.isPending)}
                aria-label={t('admin_reactivate_of', { name })}
                onClick={() => setActive.isPending || change(true)}
              >
                {t('admin_reactivate')}
              </Button>
            ) : (
              <Button
                size="small"
                color="error"
                aria-label={t('admin_deactivate_of', { name })}
                onClick={() => {
                  setActive.reset();
                  setIsAsked(true);
                }}
              >
                {t('admin_deactivate')}
              </Button>
            ))}
        </Stack>
        {!isAsked && <FormError error={setActive.error} />}
        <Collapse in={isOpen} unmountOnExit>
          <Box id={panelId} sx={{ mt: 2 }}>
            <PersonSessions userId={userId} name={name} />
          </Box>
        </Collapse>
      </CardContent>
      <ConfirmDialog
        open={isAsked}
        title={t('admin_deactivate_title', { name })}
        text={t('admin_deactivate_text')}
        confirmLabel={t('admin_deactivate')}
        pending={setActive.isPending}
        error={refusal ?? undefined}
        onConfirm={() => change(false)}
        onClose={() => setIsAsked(false)}
      />
    </Card>
  );
}
