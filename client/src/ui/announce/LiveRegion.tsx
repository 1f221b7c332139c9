import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useEffect, useState } from 'react';
import { InTopLayer } from '../layers/InTopLayer';
import { useAnnouncement } from './announce';

/** What was said so shortly before a dialog opened or closed was not heard: where it stood is gone. */
const UNHEARD_MS = 1_000;
/** Until what is behind a dialog that closes is there for screen readers again: the dialog fades. */
const FADE_MS = 300;

/** Where screen readers find what `announce` says; nobody sees it. */
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
