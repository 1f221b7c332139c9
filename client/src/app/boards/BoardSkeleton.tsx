import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useT } from '../../i18n/useT';

const COLUMNS = [3, 4, 2, 1];

/** The shape of a board while it is on its way. */
export function BoardSkeleton() {
  const t = useT();
  return (
    <Box
      role="status"
      aria-label={t('label_loading')}
      sx={{ p: 3, display: 'flex', gap: 1.5, overflow: 'hidden' }}
    >
      {COLUMNS.map((cards) => (
        <Box key={cards} sx={{ width: 288, flexShrink: 0 }}>
          <Skeleton width="40%" height={32} />
          {Array.from({ length: cards }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Skeleton key={index} variant="rounded" height={80} sx={{ mb: 1 }} />
          ))}
        </Box>
      ))}
    </Box>
  );
}
