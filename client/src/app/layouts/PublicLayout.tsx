import Box from '@mui/material/Box';
import { Outlet, useLocation } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { useSession } from '#lib/useSession';
import { wayInAt } from '#lib/wayIn';
import { HeaderLanguageSelect } from '#ui/language/HeaderLanguageSelect';
import { AppHeader } from './AppHeader';
import { NavButton } from './NavButton';

/** Specification section 2: their header always shows both links. */
const WAYS_IN = ['/login', '/registration'];

/** Layout of the pages that need no account. */
export function PublicLayout() {
  const t = useT();
  const location = useLocation();
  const way = wayInAt(location);
  const { status } = useSession();
  // Signed-in people can come here by links in emails.
  const isSignedIn = status === 'signedIn' && !WAYS_IN.includes(location.pathname);
  return (
    <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <AppHeader
        actions={
          <>
            <HeaderLanguageSelect />
            {isSignedIn ? (
              <NavButton to="/" end label={t('nav_home')} />
            ) : (
              <>
                <NavButton to="/login" state={way} label={t('nav_login')} />
                <NavButton to="/registration" state={way} label={t('nav_register')} />
              </>
            )}
          </>
        }
      />
      <Box component="main" sx={{ flexGrow: 1, px: { xs: 2, md: 4 }, py: { xs: 3, md: 8 } }}>
        <Outlet />
      </Box>
    </Box>
  );
}
