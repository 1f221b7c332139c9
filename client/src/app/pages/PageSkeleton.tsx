import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useT } from '../../i18n/useT';

/** What is shown while a page or the session is on its way. */
export function PageSkeleton() {
  const t = useT();
  return (
    <Box role="status" aria-label={t('label_loading')} sx={{ p: 4, width: '100%' }}>
      <Skeleton width="30%" height={48} />
      <Skeleton variant="rounded" height={120} sx={{ my: 2 }} />
      <Skeleton variant="rounded" height={120} />
    </Box>
  );
}
