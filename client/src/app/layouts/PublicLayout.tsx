import Box from '@mui/material/Box';
import { Outlet, useLocation } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { wayInAt } from '#lib/wayIn';
import { HeaderLanguageSelect } from '#ui/language/HeaderLanguageSelect';
import { AppHeader } from './AppHeader';
import { NavButton } from './NavButton';

/** Around the pages that need no account. */
export function PublicLayout() {
  const t = useT();
  const way = wayInAt(useLocation());
  return (
    <Box sx={{ minHeight: '100%', display: 'flex', flexDirection: 'column' }}>
      <AppHeader
        actions={
          <>
            <HeaderLanguageSelect />
            <NavButton to="/login" state={way} label={t('nav_login')} />
            <NavButton to="/registration" state={way} label={t('nav_register')} />
          </>
        }
      />
      <Box component="main" sx={{ flexGrow: 1, px: { xs: 2, md: 4 }, py: { xs: 3, md: 8 } }}>
        <Outlet />
      </Box>
    </Box>
  );
}
