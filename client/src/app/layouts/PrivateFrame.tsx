import type { User } from '@livelane/shared/users/user.schema';
import Home from '@mui/icons-material/HomeOutlined';
import Workspaces from '@mui/icons-material/WorkspacesOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { useT } from '../../i18n/useT';
import { setSessionLostHandler } from '../../lib/api';
import { preloadLater } from '../../lib/quiet.moment';
import { LiveRegion } from '../../ui/announce/LiveRegion';
import { UserAvatar } from '../../ui/avatar/UserAvatar';
import { ToastViewport } from '../../ui/toast/ToastHost';
import { showToast } from '../../ui/toast/toast.store';
import { Tooltip } from '../../ui/tooltip/Tooltip';
import { PaletteButton } from '../palette/PaletteButton';
import { LiveClientContext, useRealtime } from '../realtime/useRealtime';
import { useStoredBoards } from '../stored/useStoredBoards';
import { AppHeader } from './AppHeader';
import { ConnectionBadge } from './ConnectionBadge';
import { LogoutLink } from './LogoutLink';
import { NavButton } from './NavButton';
import { UnsavedButton } from './UnsavedButton';

/** The header of the signed-in part, and one live client for all its pages. */
export function PrivateFrame({ user }: { user: User }) {
  const t = useT();
  const live = useRealtime();
  useStoredBoards();

  useEffect(() => {
    setSessionLostHandler(() => showToast({ title: t('error_refreshing_token'), variant: 'destructive' }));
  }, [t]);
  // A toast must also show when the connection is gone and no script can be fetched any more.
  useEffect(() => preloadLater([ToastViewport]), []);

  return (
    // Not the window's height: a board's scroll bar at its lower edge takes some of that.
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
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
            <Tooltip title={t('nav_profile')}>
              <IconButton component={Link} to="/user" aria-label={t('nav_profile')} size="small">
                <UserAvatar user={user} size="small" />
              </IconButton>
            </Tooltip>
            <LogoutLink />
          </>
        }
      />
      <LiveRegion />
      <LiveClientContext value={live}>
        <Outlet />
      </LiveClientContext>
    </Box>
  );
}
