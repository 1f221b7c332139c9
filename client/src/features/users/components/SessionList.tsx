import type { UserSession } from '@livelane/shared/auth/account.schema';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '#i18n/useT';
import { focusableDisabled } from '#ui/focusableDisabled';
import { focusableMain } from '#ui/focusableMain';
import { FormError } from '#ui/form/FormError';
import { LoadError } from '#ui/LoadError';
import { showToast } from '#ui/toast/toast.store';
import { useDeviceName } from '#ui/useDeviceName';
import { useRowFocus } from '#ui/useRowFocus';
import { sessionsQuery, useEndSessions } from '../users.api';

/** The user's sessions, each with an action to end it. */
export function SessionList({ userId }: { userId: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery(sessionsQuery(userId));
  const end = useEndSessions(userId);
  const rows = useRowFocus();
  const othersButton = useRef<HTMLButtonElement>(null);
  const endThere = (sessionId: string | null) => {
    if (end.isPending) return;
    end.mutate(sessionId, {
      onSuccess: () => {
        showToast({ title: t('sessions_ended'), variant: 'success' });
        // The button goes with the sessions.
        if (sessionId === null && document.activeElement === othersButton.current)
          focusableMain()?.focus({ preventScroll: true });
      },
    });
  };
  return (
    <Stack spacing={2}>
      <LoadError error={error} title={t('sessions_error')} onRetry={refetch} />
      {!data && !error && <Skeleton variant="rounded" height={64} />}
      <Stack component="ul" {...rows} spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {ownFirst(data ?? []).map((session) => (
          <Row
            key={session.id}
            session={session}
            onEnd={() => endThere(session.id)}
            disabled={end.isPending}
          />
        ))}
      </Stack>
      <FormError error={end.error} />
      {data && data.length > 1 && (
        <Box>
          <Button
            ref={othersButton}
            variant="outlined"
            {...focusableDisabled(end.isPending)}
            onClick={() => endThere(null)}
          >
            {t('sessions_end_others')}
          </Button>
        </Box>
      )}
    </Stack>
  );
}

const ownFirst = (sessions: readonly UserSession[]) =>
  sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));

interface RowProps {
  session: UserSession;
  onEnd: () => void;
  disabled: boolean;
}

function Row({ session, onEnd, disabled }: RowProps) {
  const t = useT();
  const { formatDate } = useIntl();
  const name = useDeviceName()(session.device);
  const seen = formatDate(session.lastSeenAt, { dateStyle: 'medium', timeStyle: 'short' });
  const since = formatDate(session.createdAt, { dateStyle: 'medium', timeStyle: 'short' });
  const details = [
    t('sessions_seen', { date: seen }),
    t('sessions_since', { date: since }),
    ...(session.address ? [session.address] : []),
  ];
  return (
    <Stack
      component="li"
      direction={{ xs: 'column', sm: 'row' }}
      useFlexGap
      sx={{ alignItems: { xs: 'flex-start', sm: 'center' }, columnGap: 2, rowGap: 0.5 }}
    >
      <Stack sx={{ flexGrow: 1, minWidth: 0 }}>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          {session.isCurrent && <Chip size="small" label={t('sessions_here')} />}
        </Stack>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {details.join(' · ')}
        </Typography>
      </Stack>
      {!session.isCurrent && (
        <Button
          color="inherit"
          {...focusableDisabled(disabled)}
          // On a phone its text is aligned with the lines above it.
          sx={{ flexShrink: 0, mx: { xs: -1, sm: 0 } }}
          onClick={onEnd}
          aria-label={t('sessions_end_of', { name })}
        >
          {t('sessions_end')}
        </Button>
      )}
    </Stack>
  );
}
