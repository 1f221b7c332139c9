import AppBar from '@mui/material/AppBar';
import Stack from '@mui/material/Stack';
import Toolbar from '@mui/material/Toolbar';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/useT';
import { Brand } from './Brand';
import { ThemeSwitch } from './ThemeSwitch';

/** The bar at the top of every page: the brand, links, actions. */
export function AppHeader({ links, actions }: { links?: ReactNode; actions: ReactNode }) {
  const t = useT();
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      // A board is wider than the window and scrolls sideways with the page; the bar stays.
      sx={{
        insetInlineStart: 0,
        width: '100vw',
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Toolbar variant="dense" sx={{ gap: { xs: 1, sm: 2 }, minHeight: 56 }}>
        <Brand />
        <Stack component="nav" aria-label={t('nav_main')} direction="row" spacing={0.5} sx={{ flexGrow: 1 }}>
          {links}
        </Stack>
        <Stack direction="row" spacing={0.5} sx={{ alignItems: 'center' }}>
          <ThemeSwitch />
          {actions}
        </Stack>
      </Toolbar>
    </AppBar>
  );
}
