import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { ROOMY } from './narrow';

/** The product's logo and name. */
export function Brand() {
  const t = useT();
  return (
    <Box
      component={Link}
      to="/"
      aria-label={t('app_name')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        // On a phone the badge shrinks, not the logo.
        flexShrink: 0,
        gap: 1,
        // Larger for a finger than the logo, up to the next link.
        p: 1,
        m: '-8px -4px -8px -8px',
        color: 'text.primary',
        fontWeight: 700,
        letterSpacing: '-0.01em',
        textDecoration: 'none',
      }}
    >
      <Box component="img" src="/favicon.svg" alt="" sx={{ width: 28, height: 28 }} />
      <Box component="span" sx={{ display: 'none', [ROOMY]: { display: 'inline' } }}>
        {t('app_name')}
      </Box>
    </Box>
  );
}
