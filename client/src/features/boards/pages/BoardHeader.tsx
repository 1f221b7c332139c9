import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from '#ui/page/PageTitle';

interface Props {
  title: string;
  /** Beside the heading: who else is there. */
  people?: ReactNode;
  children: ReactNode;
}

/** The heading and filters of a board; they stay in view while the columns scroll sideways. */
export function BoardHeader({ title, people, children }: Props) {
  return (
    <Box
      sx={{
        position: 'sticky',
        insetInlineStart: { xs: 16, md: 'calc(var(--beside) + 24px)' },
        width: { xs: 'calc(100vw - 32px)', md: 'calc(100vw - var(--beside) - 48px)' },
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        // Room is dear above a board.
        '& > nav': { mb: 0 },
      }}
    >
      <PageTitle title={title} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography
          variant="h1"
          title={title}
          sx={{
            overflowWrap: 'anywhere',
            flexGrow: 1,
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden',
          }}
        >
          {title}
        </Typography>
        {people}
      </Box>
      {children}
    </Box>
  );
}
