import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The main part of a screen that shows a board, as it is now or was once; its children are below each other. */
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
