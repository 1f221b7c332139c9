import Box from '@mui/material/Box';
import { useT } from '#i18n/useT';
import { focusableMain } from './focusableMain';

/** First stop of the Tab key: past the header, to the page itself. */
export function SkipLink() {
  const t = useT();
  return (
    <Box
      component="button"
      type="button"
      onClick={() => focusableMain()?.focus()}
      sx={{
        position: 'fixed',
        insetInlineStart: 8,
        top: -64,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        border: 0,
        font: 'inherit',
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
