import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import { type ReactNode, useRef } from 'react';
import { usePageScroll } from './usePageScroll';

/** A page of the signed-in part, with or without a side panel. */
export function Page({ panel, children }: { panel?: ReactNode; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  usePageScroll(ref);
  return (
    <Box sx={{ display: 'flex', flexGrow: 1, minHeight: 0 }}>
      {panel}
      <Box component="main" ref={ref} tabIndex={-1} sx={MAIN}>
        <Container maxWidth="md">{children}</Container>
      </Box>
    </Box>
  );
}

const MAIN = { flexGrow: 1, minWidth: 0, overflowY: 'auto', py: { xs: 2, md: 4 }, outline: 'none' } as const;
