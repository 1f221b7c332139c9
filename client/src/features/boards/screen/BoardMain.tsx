import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The main part of a screen with a present or past board; stacks its children. */
export function BoardMain({ children }: { children: ReactNode }) {
  return (
    <Box
      component="main"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        flexGrow: 1,
        minHeight: 0,
        px: { xs: 2, md: 3 },
        pt: 2,
        gap: 2,
      }}
    >
      {children}
    </Box>
  );
}
