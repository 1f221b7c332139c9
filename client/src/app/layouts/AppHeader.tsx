import AppBar from '@mui/material/AppBar';
import Stack from '@mui/material/Stack';
import Toolbar from '@mui/material/Toolbar';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/useT';
import { SkipLink } from '../../ui/SkipLink';
import { Brand } from './Brand';
import { ThemeSwitch } from './ThemeSwitch';

/** Pixels, on every width. */
const HEIGHT = { '&&': { minHeight: 56 } };

/** The bar at the top of every page: the brand, links, actions. */
export function AppHeader({ links, actions }: { links?: ReactNode; actions: ReactNode }) {
  const t = useT();
  return (
    <>
      <SkipLink />
      <AppBar
        // A board is wider than the window and scrolls sideways with the page; the bar stays.
        position="fixed"
        color="inherit"
        elevation={0}
        sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
      >
        <Toolbar disableGutters sx={{ ...HEIGHT, gap: { xs: 0.5, sm: 2 }, px: { xs: 1, sm: 3 } }}>
          <Brand />
          <Stack
            component="nav"
            aria-label={t('nav_main')}
            direction="row"
            spacing={0.5}
            sx={{ flexGrow: 1 }}
          >
            {links}
          </Stack>
          <Stack direction="row" spacing={{ xs: 0, sm: 0.5 }} sx={{ alignItems: 'center' }}>
            <ThemeSwitch />
            {actions}
          </Stack>
        </Toolbar>
      </AppBar>
      <Toolbar sx={HEIGHT} />
    </>
  );
}
