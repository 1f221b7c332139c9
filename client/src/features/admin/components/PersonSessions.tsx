import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { LoadError } from '#ui/LoadError';
import { showToast } from '#ui/toast/toast.store';
import { useDeviceName } from '#ui/useDeviceName';
import { personSessionsQuery, useSignOutEverywhere } from '../admin.api';

/** Someone's sessions. Administrators end their own sessions on their profile. */
export function PersonSessions({ userId, name }: { userId: string; name: string }) {
  const t = useT();
  const { formatDate } = useIntl();
  const me = useCurrentUser();
  const nameOf = useDeviceName();
  const { data, error, refetch } = useQuery(personSessionsQuery(userId));
  const end = useSignOutEverywhere();
  const signOut = () =>
    end.mutate(userId, {
      onSuccess: () => showToast({ title: t('admin_signed_out', { name }), variant: 'success' }),
    });
  return (
    <Stack spacing={1.5}>
      <LoadError error={error} title={t('admin_sessions_error')} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton variant="rounded" height={48} />}
      {data?.length === 0 && <Typography color="textSecondary">{t('admin_sessions_none')}</Typography>}
      {data && data.length > 0 && (
        <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map(({ id, device, address, lastSeenAt, isCurrent }) => (
            <Box component="li" key={id}>
              <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
                <Typography variant="body2" sx={{ fontWeight: 600 }}>
                  {nameOf(device)}
                </Typography>
                {isCurrent && <Chip size="small" label={t('sessions_here')} />}
              </Stack>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {t('sessions_seen', {
                  date: formatDate(lastSeenAt, { dateStyle: 'medium', timeStyle: 'short' }),
                })}{' '}
                · <bdi>{address}</bdi>
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
      <FormError error={end.error} />
      {userId !== me.id && data && data.length > 0 && (
        <Box>
          <SubmitButton
            type="button"
            size="small"
            variant="outlined"
            isPending={end.isPending}
            onClick={signOut}
          >
            {t('admin_sign_out')}
          </SubmitButton>
        </Box>
      )}
    </Stack>
  );
}
