import On from '@mui/icons-material/NotificationsActiveOutlined';
import None from '@mui/icons-material/NotificationsNoneOutlined';
import Off from '@mui/icons-material/NotificationsOffOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '#i18n/useT';
import { followingQuery, useFollow } from '../notifications.api';

/** Shows whether the user follows a task, and changes that. */
export function FollowButton({ taskId }: { taskId: string }) {
  const t = useT();
  const { data } = useQuery(followingQuery(taskId));
  const follow = useFollow();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!data) return null;
  const { mode, isFollowing } = data;
  const choose = (next: 'follow' | 'mute' | 'auto') => {
    setAnchor(null);
    follow.mutate({ taskId, mode: next });
  };
  const [Icon, label] =
    mode === 'mute'
      ? [Off, t('follow_muted')]
      : isFollowing
        ? [On, t('follow_on')]
        : [None, t('follow_label')];
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Icon />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem selected={mode !== 'mute' && isFollowing} onClick={() => choose('follow')}>
          {t('follow_label')}
        </MenuItem>
        <MenuItem selected={mode === 'mute'} onClick={() => choose('mute')}>
          {t('notifications_mute')}
        </MenuItem>
      </Menu>
    </>
  );
}
