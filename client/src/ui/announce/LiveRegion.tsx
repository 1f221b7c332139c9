import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useEffect, useState } from 'react';
import { InTopLayer } from '../layers/InTopLayer';
import { useAnnouncement } from './announce';

/** Sentences this shortly before a dialog opened or closed were not read: their region was replaced. */
const UNHEARD_MS = 1_000;
/** Time until the page behind a closing dialog is available to screen readers again. */
const FADE_MS = 300;

/** The invisible live region for `announce`. */
export function LiveRegion() {
  return (
    <InTopLayer>
      <Region />
    </InTopLayer>
  );
}

function Region() {
  const said = useAnnouncement();
  const [heard] = useState(() => (said && Date.now() - said.at > UNHEARD_MS ? said : null));
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setThere(true), FADE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <Box role="status" aria-live="polite" aria-atomic data-announcements sx={visuallyHidden}>
      {isThere && said !== heard && said?.sentence}
    </Box>
  );
}
