import Launch from '@mui/icons-material/Launch';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useT } from '#i18n/useT';
import { linksIn } from '../textLinks';

/** The addresses that a text names, to be followed while it is a field. */
export function LinksIn({ text }: { text: string }) {
  const t = useT();
  const links = useMemo(() => linksIn(text), [text]);
  if (links.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('task_links')}
      sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1 }}
    >
      {links.map(({ href, label }) => (
        <Box component="li" key={href} sx={{ minWidth: 0 }}>
          <Box
            component="a"
            href={href}
            target="_blank"
            rel="noreferrer noopener"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 0.5,
              maxWidth: '100%',
              color: 'primary.main',
              overflowWrap: 'anywhere',
            }}
          >
            <Launch sx={{ fontSize: 14 }} />
            <bdi>{label}</bdi>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
