import Logout from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom';
import { logout } from '../../features/auth/api/logout';
import { useT } from '../../i18n/useT';
import { setSessionLostHandler } from '../../lib/api';
import { useSession } from '../../lib/session';
import { UserAvatar } from '../../ui/avatar/UserAvatar';
import { showToast } from '../../ui/toast/toast.store';
import { PageSkeleton } from '../pages/PageSkeleton';
import { LiveClientContext, useRealtime } from '../realtime/useRealtime';
import { AppHeader } from './AppHeader';
import { ConnectionBadge } from './ConnectionBadge';
import { NavButton } from './NavButton';

/** Around everything that needs an account; without one the visitor goes to login and comes back afterwards. */
export function PrivateLayout() {
  const t = useT();
  const location = useLocation();
  const { status, user } = useSession();
  const live = useRealtime();

  useEffect(() => {
    setSessionLostHandler(() => showToast({ title: t('error_refreshing_token'), variant: 'destructive' }));
  }, [t]);

  if (status === 'unknown') return <PageSkeleton />;
  if (!user) return <Navigate to="/login" replace state={{ from: location }} />;
  return (
    <Box sx={{ height: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <AppHeader
        links={
          <>
            <NavButton to="/" end>
              {t('nav_home')}
            </NavButton>
            <NavButton to="/workspaces">{t('nav_workspaces')}</NavButton>
          </>
        }
        actions={
          <>
            <ConnectionBadge />
            <Tooltip title={t('nav_profile')}>
              <IconButton component={Link} to="/user" aria-label={t('nav_profile')} size="small">
                <UserAvatar user={user} size="small" />
              </IconButton>
            </Tooltip>
            <Tooltip title={t('nav_logout')}>
              <IconButton
                component={Link}
                to="/login"
                aria-label={t('nav_logout')}
                onClick={() => void logout()}
              >
                <Logout />
              </IconButton>
            </Tooltip>
          </>
        }
      />
      <LiveClientContext value={live}>
        <Outlet />
      </LiveClientContext>
    </Box>
  );
}
