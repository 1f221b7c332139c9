import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { AT_START } from '#ui/mirrored';
import { PageTitle } from '#ui/page/PageTitle';
import { IN_VIEW } from '../components/inView';

/** With less of it, as in enlarged text, the actions are below the name. */
const NAME_ROOM = '9rem';

const ROW = { display: 'flex', alignItems: 'center', gap: { xs: 1, sm: 1.5 } };

interface Props {
  title: string;
  /** On a phone, above the heading as on the pages beside the board. */
  tabs?: ReactNode;
  /** Beneath the heading, on one line. */
  description?: string | undefined;
  /** Beside the heading: people and actions. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The heading and filters of a board; they stay in view while the columns scroll sideways. */
export function BoardHeader({ title, tabs, description, actions, children }: Props) {
  return (
    <Box
      sx={{
        ...IN_VIEW,
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        // Saves space above a board.
        '& > nav': { mb: 0 },
      }}
    >
      <PageTitle title={title} />
      {tabs}
      <Box sx={{ ...ROW, flexWrap: 'wrap' }}>
        <Box sx={{ flex: `1 1 ${NAME_ROOM}`, minWidth: 0 }}>
          <Typography
            variant="h1"
            title={title}
            sx={{
              overflowWrap: 'anywhere',
              display: '-webkit-box',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 2,
              overflow: 'hidden',
            }}
          >
            <bdi>{title}</bdi>
          </Typography>
          {description && (
            <Typography
              variant="body2"
              color="textSecondary"
              noWrap
              title={description}
              dir="auto"
              sx={{ display: { xs: 'none', sm: 'block' }, maxWidth: '72ch', ...AT_START }}
            >
              {description}
            </Typography>
          )}
        </Box>
        <Box sx={ROW}>{actions}</Box>
      </Box>
      {children}
    </Box>
  );
}
