import Notifications from '@mui/icons-material/NotificationsNoneOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { onCommands } from '#lib/commands';
import { EmptyState } from '#ui/EmptyState';
import { focusableDisabled } from '#ui/focusableDisabled';
import { LoadError } from '#ui/LoadError';
import { deferredDialog } from '#ui/lazy/deferredDialog';
import { MoreButton } from '#ui/MoreButton';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { showToast } from '#ui/toast/toast.store';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useRowFocus } from '#ui/useRowFocus';
import { NotificationGroupCard } from '../components/NotificationGroupCard';
import { groupsOf, type NotificationGroup } from '../notification.groups';
import { notificationsQuery, unreadQuery, useFollow, useMarkRead } from '../notifications.api';
import { useInboxKeys } from '../useInboxKeys';

const InboxKeys = deferredDialog(async () => (await import('../components/InboxKeys')).InboxKeys);

/** All notifications of someone, by task. */
export default function NotificationsPage() {
  const t = useT();
  // In the address: whoever comes back from a task finds what they left.
  const [params, setParams] = useSearchParams();
  const onlyUnread = params.get('unread') === 'true';
  const list = useInfiniteQuery(notificationsQuery(onlyUnread));
  const { data, error, refetch, hasNextPage } = list;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const mark = useMarkRead();
  const follow = useFollow();
  const rows = useRowFocus();
  const groups = groupsOf(data?.pages.flatMap(({ items }) => items) ?? []);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const hasUnread = unread > 0 || groups.some(({ unreadIds }) => unreadIds.length > 0);
  const canMark = hasUnread && !mark.isPending;
  const read = ({ unreadIds }: NotificationGroup) => {
    if (unreadIds.length > 0) mark.mutate({ ids: unreadIds });
  };
  const mute = ({ taskId, isMuted }: NotificationGroup) => {
    if (taskId === undefined) return;
    const description = t(isMuted ? 'notifications_unmuted' : 'notifications_muted');
    follow.mutate(
      { taskId, mode: isMuted ? 'auto' : 'mute' },
      { onSuccess: () => showToast({ description, variant: 'success' }) },
    );
  };
  const byKey = (act: (group: NotificationGroup) => void) => (key: string) => {
    const group = groups.find((each) => each.key === key);
    if (group) act(group);
  };
  useInboxKeys({ onRead: byKey(read), onMute: byKey(mute), onHelp: () => setHelpOpen(true) });
  useEffect(() => onCommands({ showShortcuts: () => setHelpOpen(true) }), []);
  return (
    <Page>
      <PageHeader title={t('notifications_title')}>
        <Button
          variant="outlined"
          {...focusableDisabled(!canMark)}
          onClick={() => canMark && mark.mutate({ all: true })}
        >
          {t('notifications_read_all')}
        </Button>
        <Tooltip title={t('notifications_settings')}>
          <IconButton component={Link} to="/notifications/settings" aria-label={t('notifications_settings')}>
            <Settings />
          </IconButton>
        </Tooltip>
      </PageHeader>
      <Stack spacing={2}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={onlyUnread}
          onChange={(_event, value: boolean | null) =>
            value !== null && setParams(value ? { unread: 'true' } : {}, { replace: true })
          }
          aria-label={t('notifications_filter')}
        >
          <ToggleButton value={false}>{t('notifications_all')}</ToggleButton>
          <ToggleButton value={true}>{t('notifications_unread')}</ToggleButton>
        </ToggleButtonGroup>
        <LoadError error={error} title={t('notifications_error')} onRetry={refetch} />
        {!data && !error && <Skeleton variant="rounded" height={96} />}
        {data && groups.length === 0 && !hasNextPage && (
          <EmptyState
            icon={<Notifications fontSize="large" />}
            title={t('notifications_empty')}
            text={t('notifications_empty_text')}
          />
        )}
        <Stack component="ul" {...rows} spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {groups.map((group) => (
            <NotificationGroupCard
              key={group.key}
              group={group}
              onRead={() => read(group)}
              onMute={() => mute(group)}
            />
          ))}
        </Stack>
        <MoreButton list={list}>{t('notifications_more')}</MoreButton>
      </Stack>
      {isHelpOpen && <InboxKeys onClose={() => setHelpOpen(false)} />}
    </Page>
  );
}
