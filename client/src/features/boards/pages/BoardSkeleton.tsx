import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { useT } from '#i18n/useT';
import { screenIsComing } from '#lib/quietMoment';

/** Cards in each column, and the heights of heading and filters in pixels: similar to a real board. */
const COLUMNS = [
  { id: 'first', cards: 3 },
  { id: 'second', cards: 4 },
  { id: 'third', cards: 2 },
  { id: 'fourth', cards: 1 },
];
const HEADING = 32;
const FILTERS = 37;
const CARD = 97;

/** The outline of a board while it loads: nothing jumps when it arrives. */
export function BoardSkeleton() {
  const t = useT();
  useEffect(screenIsComing, []);
  return (
    <Box
      role="status"
      aria-label={t('label_loading')}
      sx={{
        px: { xs: 2, md: 3 },
        py: 2,
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        flexGrow: 1,
        minWidth: 0,
        overflow: 'hidden',
      }}
    >
      <Skeleton variant="rounded" width={160} height={HEADING} />
      <Skeleton
        variant="rounded"
        height={FILTERS}
        sx={{ width: 'calc(100% - 24px)', maxWidth: 860, flexShrink: 0 }}
      />
      <Box sx={{ display: 'flex', gap: 1.5, flexGrow: 1 }}>
        {COLUMNS.map(({ id, cards }) => (
          <Box
            key={id}
            sx={{
              width: { xs: 'calc(100vw - 32px)', sm: 288 },
              flexShrink: 0,
              px: 1,
              pt: 6,
              borderRadius: '12px',
              bgcolor: 'action.hover',
            }}
          >
            {Array.from({ length: cards }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <Skeleton key={index} variant="rounded" height={CARD} sx={{ mb: 1 }} />
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
