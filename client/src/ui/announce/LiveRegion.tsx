import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useAnnouncement } from './announce';

/** Where screen readers find what `announce` says; nobody sees it. */
export function LiveRegion() {
  return (
    <Box role="status" aria-live="polite" aria-atomic data-announcements sx={visuallyHidden}>
      {useAnnouncement()}
    </Box>
  );
}
