import type { NotificationSettingsInput } from '@livelane/shared/notifications/notification.schema';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';
import { authOptionsQuery } from '#lib/authOptions';
import { LoadError } from '#ui/LoadError';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { showToast } from '#ui/toast/toast.store';
import { useErrorTexts } from '#ui/useErrorText';
import { PushSwitch } from '../components/PushSwitch';
import { ReasonSettings } from '../components/ReasonSettings';
import { TimeField } from '../components/TimeField';
import { useChangeSettings, useSettings } from '../notifications.api';

/** Initial quiet hours. */
const NIGHT = { from: '20:00', to: '07:00' };

/** Which notifications the user wants, and how. Each change is saved at once. */
export default function NotificationSettingsPage() {
  const t = useT();
  const { settings, error, refetch } = useSettings();
  const { data: options } = useQuery(authOptionsQuery);
  const save = useChangeSettings();
  const textOf = useErrorTexts();
  // Not by a callback of `mutate`, which would be called for the last change only.
  const change = (input: NotificationSettingsInput) =>
    save
      .mutateAsync(input)
      .catch((refusal) =>
        showToast({ title: t('notify_error'), description: textOf(refusal), variant: 'destructive' }),
      );
  const quiet = settings?.quietHours;
  return (
    <Page>
      <PageHeader title={t('notifications_settings')} />
      <LoadError error={error} title={t('notifications_error')} onRetry={refetch} />
      {!settings && !error && <Skeleton variant="rounded" height={320} />}
      {settings && (
        <Stack spacing={3}>
          <Section title={t('notify_reason')}>
            {options && !options.mail && (
              <Typography color="textSecondary" sx={{ mb: 2 }}>
                {t('notify_no_mail')}
              </Typography>
            )}
            <ReasonSettings reasons={settings.reasons} hasMail={options?.mail ?? false} onChange={change} />
          </Section>
          <Section title={t('notify_push')}>
            <PushSwitch />
          </Section>
          <Section title={t('notify_times')}>
            <Stack spacing={2}>
              <Typography color="textSecondary">
                {t('notify_time_zone', { zone: settings.timeZone })}
              </Typography>
              <TimeField
                label={t('notify_digest_at')}
                value={settings.digestAt}
                onSave={(digestAt) => change({ digestAt })}
              />
              <FormControlLabel
                label={t('notify_quiet')}
                control={
                  <Switch
                    checked={Boolean(quiet)}
                    onChange={(_event, isOn) => change({ quietHours: isOn ? NIGHT : null })}
                  />
                }
              />
              {quiet && (
                <Stack direction="row" spacing={2}>
                  <TimeField
                    label={t('notify_from')}
                    value={quiet.from}
                    onSave={(from) => change({ quietHours: { ...quiet, from } })}
                  />
                  <TimeField
                    label={t('notify_to')}
                    value={quiet.to}
                    onSave={(to) => change({ quietHours: { ...quiet, to } })}
                  />
                </Stack>
              )}
            </Stack>
          </Section>
        </Stack>
      )}
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardContent sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}
