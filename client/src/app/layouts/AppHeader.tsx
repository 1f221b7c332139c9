import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';
import { SkipLink } from '#ui/SkipLink';
import { Brand } from './Brand';
import { NARROW } from './narrow';

/** Pixels, on every width. */
const HEIGHT = 56;

/** The bar at the top of every page: the brand, links, actions. */
export function AppHeader({ links, actions }: { links?: ReactNode; actions: ReactNode }) {
  const t = useT();
  return (
    <>
      <Box
        component="header"
        sx={{
          // A board is wider than the window and scrolls sideways with the page; the bar stays.
          position: 'fixed',
          insetInline: 0,
          top: 0,
          zIndex: 'appBar',
          height: HEIGHT,
          display: 'flex',
          alignItems: 'center',
          gap: { xs: 0.5, sm: 2 },
          px: { xs: 1, sm: 3 },
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <SkipLink />
        <Brand />
        <Stack component="nav" aria-label={t('nav_main')} direction="row" spacing={0.5} sx={{ flexGrow: 1 }}>
          {links}
        </Stack>
        <Stack
          direction="row"
          spacing={{ xs: 0, sm: 1 }}
          sx={{
            alignItems: 'center',
            minWidth: 0,
            '& > a': { minWidth: { xs: 44, sm: 0 }, [NARROW]: { minWidth: 36 } },
          }}
        >
          {actions}
        </Stack>
      </Box>
      <Box sx={{ height: HEIGHT, flexShrink: 0 }} />
    </>
  );
}
