import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useEffect } from 'react';
import { useT } from '#i18n/useT';
import { screenIsComing } from '#lib/quietMoment';

/** Pixels: a heading and two blocks of text. */
const SHAPES = [
  { width: '30%', height: 32 },
  { width: '100%', height: 120 },
  { width: '100%', height: 120 },
];

/** A script that loads faster shows no skeleton. */
const APPEARS_AFTER_MS = 120;
const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

/** Shown while a page or the session loads; plain, because it is part of the first script. */
export function PageSkeleton() {
  const t = useT();
  useEffect(screenIsComing, []);
  return (
    <Box
      role="status"
      aria-label={t('label_loading')}
      sx={{ p: 4, width: '100%', animation: `${appear} 0s ${APPEARS_AFTER_MS}ms both` }}
    >
      {SHAPES.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Box key={index} sx={{ ...shape, mb: 2, borderRadius: 1, bgcolor: 'action.hover' }} />
      ))}
    </Box>
  );
}
