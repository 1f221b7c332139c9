import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/**
 * Around a board: the page scrolls sideways, columns scroll up and down, and nothing else scrolls,
 * because the drag library drops wrongly in nested scrollers. Panel and heading stay where they are.
 */
export function BoardFrame({ panel, children }: { panel?: ReactNode; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexGrow: 1, minHeight: 0, width: 'max-content', minWidth: '100%' }}>
      {panel && (
        <Box
          sx={{
            position: 'sticky',
            insetInlineStart: 0,
            zIndex: 2,
            display: 'flex',
            bgcolor: 'background.default',
          }}
        >
          {panel}
        </Box>
      )}
      {children}
    </Box>
  );
}
