import Notifications from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { titleCount } from '#lib/titleCount';
import { useLater } from '#lib/useLater';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { unreadQuery } from '../notifications.api';
import { useAccountLanguage } from '../useAccountLanguage';

/** The number of unread notifications, here and in the tab's title, with a link to them. */
export function NotificationBell({ userId }: { userId: string }) {
  const t = useT();
  const isLater = useLater();
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: isLater });
  useAccountLanguage(isLater ? userId : null);
  useEffect(() => {
    // Tried again when the page is opened next.
    if (isLater) import('../push.browser').then(({ keepPush }) => keepPush(userId)).catch(() => undefined);
  }, [isLater, userId]);
  useEffect(() => {
    titleCount.set(unread);
    return () => titleCount.set(0);
  }, [unread]);
  const label = unread > 0 ? t('notifications_count', { count: unread }) : t('notifications_title');
  return (
    <Tooltip title={label}>
      <IconButton component={Link} to="/notifications" aria-label={label} size="small">
        <Badge badgeContent={unread} max={99} color="primary" data-unread={unread}>
          <Notifications />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
