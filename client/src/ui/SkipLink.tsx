import Box from '@mui/material/Box';
import type { MouseEvent } from 'react';
import { useT } from '../i18n/useT';

/** First stop of the Tab key: past the header, to the page itself. */
export function SkipLink() {
  const t = useT();
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    const main = document.querySelector('main');
    main?.setAttribute('tabindex', '-1');
    main?.focus();
  };
  return (
    <Box
      component="a"
      href="#main"
      onClick={skip}
      sx={{
        position: 'fixed',
        insetInlineStart: 8,
        top: -64,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        color: 'primary.main',
        '&:focus-visible': { top: 8 },
      }}
    >
      {t('nav_skip')}
    </Box>
  );
}
