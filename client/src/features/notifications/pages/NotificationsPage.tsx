import Notifications from '@mui/icons-material/NotificationsNoneOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { areSingleKeysOn } from '#lib/singleKeys';
import { EmptyState } from '#ui/EmptyState';
import { LoadError } from '#ui/LoadError';
import { Page } from '#ui/page/Page';
import { PageHeader } from '#ui/page/PageHeader';
import { showToast } from '#ui/toast/toast.store';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useRowFocus } from '#ui/useRowFocus';
import { NotificationGroupCard } from '../components/NotificationGroupCard';
import { groupsOf, type NotificationGroup } from '../notification.groups';
import { notificationsQuery, unreadQuery, useFollow, useMarkRead } from '../notifications.api';

/** All notifications of someone, by task. J, K and the arrow keys move between them, E marks as read, M mutes. */
export default function NotificationsPage() {
  const t = useT();
  const [onlyUnread, setOnlyUnread] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    notificationsQuery(onlyUnread),
  );
  const mark = useMarkRead();
  const follow = useFollow();
  const rows = useRowFocus();
  const groups = groupsOf(data?.pages.flatMap(({ items }) => items) ?? []);
  const { data: unread = 0 } = useQuery(unreadQuery);
  const hasUnread = unread > 0 || groups.some(({ unreadIds }) => unreadIds.length > 0);
  const read = ({ unreadIds }: NotificationGroup) => {
    if (unreadIds.length > 0) mark.mutate({ ids: unreadIds });
  };
  const mute = ({ taskId }: NotificationGroup) => {
    if (taskId === undefined) return;
    const muted = () => showToast({ description: t('notifications_muted'), variant: 'success' });
    follow.mutate({ taskId, mode: 'mute' }, { onSuccess: muted });
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
    if (ctrlKey || metaKey || altKey) return;
    const links = [...currentTarget.querySelectorAll<HTMLElement>('[data-notification]')];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const letters = areSingleKeysOn();
    const step =
      key === 'ArrowDown' || (letters && key === 'j')
        ? 1
        : key === 'ArrowUp' || (letters && key === 'k')
          ? -1
          : 0;
    const group = groups.find((each) => each.key === links[at]?.dataset.notification);
    if (step !== 0) links[Math.max(0, Math.min(links.length - 1, at + step))]?.focus();
    else if (letters && group && key === 'e') read(group);
    else if (letters && group && key === 'm') mute(group);
    else return;
    event.preventDefault();
  };
  return (
    <Page>
      <PageHeader title={t('notifications_title')}>
        <Button
          variant="outlined"
          disabled={!hasUnread || mark.isPending}
          onClick={() => mark.mutate({ all: true })}
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
          onChange={(_event, value: boolean | null) => value !== null && setOnlyUnread(value)}
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
        <Stack
          component="ul"
          {...rows}
          spacing={1.5}
          sx={{ m: 0, p: 0, listStyle: 'none' }}
          onKeyDown={press}
        >
          {groups.map((group) => (
            <NotificationGroupCard
              key={group.key}
              group={group}
              onRead={() => read(group)}
              onMute={() => mute(group)}
            />
          ))}
        </Stack>
        {hasNextPage && (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('notifications_more')}
          </Button>
        )}
      </Stack>
    </Page>
  );
}
