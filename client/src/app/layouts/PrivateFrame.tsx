import type { User } from '@livelane/shared/users/user.schema';
import Home from '@mui/icons-material/HomeOutlined';
import Workspaces from '@mui/icons-material/WorkspacesOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { NotificationBell } from '#features/notifications/components/NotificationBell';
import { useT } from '#i18n/useT';
import { preloadLater } from '#lib/quietMoment';
import { refuseDrops } from '#lib/refuseDrops';
import { setSessionLostHandler } from '#lib/session';
import { watchToday } from '#lib/today';
import { RealtimeClientContext } from '#realtime/useRealtimeClient';
import { LiveRegion } from '#ui/announce/LiveRegion';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { ToastViewport } from '#ui/toast/ToastHost';
import { showToast } from '#ui/toast/toast.store';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useStoredBoards } from '../offline/useStoredBoards';
import { PaletteButton } from '../palette/PaletteButton';
import { UnsavedButton } from '../unsaved/UnsavedButton';
import { AppHeader } from './AppHeader';
import { ConnectionBadge } from './ConnectionBadge';
import { LogoutLink } from './LogoutLink';
import { NavButton } from './NavButton';
import { OutdatedNotice } from './OutdatedNotice';
import { useRealtime } from './useRealtime';

/** The header of the signed-in part, and one live client for all its pages. */
export function PrivateFrame({ user }: { user: User }) {
  const t = useT();
  const live = useRealtime();
  useStoredBoards();

  useEffect(() => {
    setSessionLostHandler(() => showToast({ title: t('error_refreshing_token'), variant: 'destructive' }));
  }, [t]);
  useEffect(watchToday, []);
  useEffect(refuseDrops, []);
  // A toast must also show without a connection, when its script can no longer be fetched.
  useEffect(() => preloadLater([ToastViewport]), []);

  return (
    <Box sx={FRAME}>
      <AppHeader
        links={
          <>
            <NavButton to="/" end icon={<Home />} label={t('nav_home')} />
            <NavButton to="/workspaces" icon={<Workspaces />} label={t('nav_workspaces')} />
          </>
        }
        actions={
          <>
            <ConnectionBadge />
            <PaletteButton />
            <UnsavedButton live={live} />
            <NotificationBell userId={user.id} />
            <Tooltip title={t('nav_profile')}>
              <IconButton component={Link} to="/user" aria-label={t('nav_profile')} size="small">
                <UserAvatar user={user} size="small" />
              </IconButton>
            </Tooltip>
            <LogoutLink />
          </>
        }
      />
      <OutdatedNotice />
      <LiveRegion />
      <RealtimeClientContext value={live}>
        <Outlet />
      </RealtimeClientContext>
    </Box>
  );
}

const FRAME = {
  // Not the window's height: a board's horizontal scroll bar takes some of that.
  height: '100%',
  display: 'flex',
  flexDirection: 'column',
  // As wide as the board, so that what stays in view above it can.
  'html[data-board] &': { width: 'max-content', minWidth: '100%' },
} as const;
