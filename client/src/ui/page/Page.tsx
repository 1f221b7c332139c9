import Box from '@mui/material/Box';
import Container from '@mui/material/Container';
import type { ReactNode } from 'react';

/** A page of the signed-in part, with or without a side panel. */
export function Page({ panel, children }: { panel?: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexGrow: 1, minHeight: 0 }}>
      {panel}
      <Box component="main" sx={{ flexGrow: 1, minWidth: 0, overflowY: 'auto', py: { xs: 2, md: 4 } }}>
        <Container maxWidth="md">{children}</Container>
      </Box>
    </Box>
  );
}
