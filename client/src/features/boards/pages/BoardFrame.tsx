import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useAppSelector } from '#store/hooks';

/** Width of the side panel, in pixels. */
const PANEL_OPEN = 240;
const PANEL_CLOSED = 56;

/**
 * The layout of a board: the page scrolls sideways, columns scroll vertically, and nothing else scrolls, because the
 * drag library drops wrongly in nested scrollers. Panel and heading stay fixed; `--beside` is the width that the panel
 * covers.
 */
export function BoardFrame({ panel, children }: { panel?: ReactNode; children: ReactNode }) {
  const isOpen = useAppSelector((state) => state.preferences.sidePanelOpen);
  const beside = panel ? (isOpen ? PANEL_OPEN : PANEL_CLOSED) : 0;
  return (
    <Box
      sx={{
        '--beside': { xs: '0px', md: `${beside}px` },
        display: 'flex',
        flexGrow: 1,
        minHeight: 0,
        width: 'max-content',
        minWidth: '100%',
        // A board in lanes scrolls vertically with the page.
        'html[data-lanes] &': { flexShrink: 0 },
      }}
    >
      {panel && (
        <Box
          sx={{
            position: 'sticky',
            insetInlineStart: 0,
            zIndex: 2,
            display: 'flex',
            bgcolor: 'background.default',
            'html[data-lanes] &': { top: '3.5rem', alignSelf: 'flex-start', height: 'calc(100dvh - 3.5rem)' },
          }}
        >
          {panel}
        </Box>
      )}
      {children}
    </Box>
  );
}
