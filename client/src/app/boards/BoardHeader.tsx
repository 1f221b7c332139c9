import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useAppSelector } from '../../lib/store';
import { PageTitle } from '../../ui/PageTitle';

/** What the side panel leaves free beside the heading, in pixels. */
const PANEL_OPEN = 240;
const PANEL_CLOSED = 56;
const NO_PANEL = 0;

interface Props {
  title: string;
  hasPanel: boolean;
  /** Beside the heading: who else is there. */
  people?: ReactNode;
  children: ReactNode;
}

/** The heading and filters of a board; they stay in view while the columns scroll sideways. */
export function BoardHeader({ title, hasPanel, people, children }: Props) {
  const isOpen = useAppSelector((state) => state.preferences.sidePanelOpen);
  const beside = hasPanel ? (isOpen ? PANEL_OPEN : PANEL_CLOSED) : NO_PANEL;
  return (
    <Box
      sx={{
        position: 'sticky',
        insetInlineStart: { xs: 16, md: beside + 24 },
        width: { xs: 'calc(100vw - 32px)', md: `calc(100vw - ${beside + 48}px)` },
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        // Room is dear above a board.
        '& > nav': { mb: 0 },
      }}
    >
      <PageTitle title={title} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere', flexGrow: 1 }}>
          {title}
        </Typography>
        {people}
      </Box>
      {children}
    </Box>
  );
}
