import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';
import { SkipLink } from '#ui/SkipLink';
import { Brand } from './Brand';
import { ENLARGED, NARROW } from './narrow';

/** On every width. Enlarged text has room for a second row. */
const HEIGHT = '3.5rem';

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
          containerType: 'inline-size',
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <SkipLink />
        <Box
          sx={{
            height: '100%',
            display: 'flex',
            alignItems: 'center',
            gap: { xs: 0.5, sm: 2 },
            px: { xs: 1, sm: 3 },
            [ENLARGED]: {
              flexWrap: 'wrap',
              justifyContent: 'flex-end',
              alignContent: 'center',
              rowGap: 0,
              '& svg': { fontSize: 24 },
            },
          }}
        >
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
          <Stack
            direction="row"
            spacing={{ xs: 0, sm: 1 }}
            sx={{
              alignItems: 'center',
              minWidth: 0,
              '& > a': { minWidth: { xs: 44, sm: 0 }, [NARROW]: { minWidth: 36 } },
              [ENLARGED]: { display: 'contents' },
            }}
          >
            {actions}
          </Stack>
        </Box>
      </Box>
      <Box sx={{ height: HEIGHT, flexShrink: 0 }} />
    </>
  );
}
