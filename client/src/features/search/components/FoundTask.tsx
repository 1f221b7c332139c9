import type { SearchItem, SearchMatch } from '@livelane/shared/search/search.schema';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { CatalogueKey } from '#i18n/en-GB';
import { useT } from '#i18n/useT';
import { foundAddress } from '../search.api';
import { Excerpt } from './Excerpt';

/** Most excerpts that are shown of one task; opening it shows the others. */
const SHOWN = 4;

export const fieldNames: Record<SearchMatch['field'], CatalogueKey> = {
  id: 'search_in_id',
  title: 'search_in_title',
  description: 'search_in_description',
  checklist: 'search_in_checklist',
  comment: 'search_in_comment',
};

/** A found task: its place and its matches. @param column its column's name in its project */
export function FoundTask({ item, column }: { item: SearchItem; column: string }) {
  const t = useT();
  const { taskId, projectId, projectName, title, matches } = item;
  const inTitle = matches.find(({ field }) => field === 'title');
  const others = matches.filter(({ field }) => field !== 'title');
  return (
    <Card
      component="li"
      variant="outlined"
      sx={{
        p: 2,
        '& mark': {
          color: 'inherit',
          bgcolor: 'warning.main',
          backgroundColor: 'color-mix(in srgb, var(--mui-palette-warning-main) 32%, transparent)',
          borderRadius: 0.5,
        },
      }}
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        <Link
          component={RouterLink}
          to={foundAddress(projectId, taskId)}
          color="inherit"
          underline="hover"
          data-found={taskId}
        >
          <Excerpt match={inTitle ?? { field: 'title', text: title, ranges: [] }} />
        </Link>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{projectName}</bdi> · <bdi>{column}</bdi>
      </Typography>
      {others.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
          {others.slice(0, SHOWN).map((match) => (
            <Typography
              key={match.itemId ?? match.commentId ?? match.field}
              component="li"
              variant="body2"
              sx={{ overflowWrap: 'anywhere' }}
            >
              <Typography component="span" variant="caption" color="textSecondary">
                {t(fieldNames[match.field])}
              </Typography>{' '}
              {match.commentId ? (
                <Link
                  component={RouterLink}
                  to={foundAddress(projectId, taskId, match.commentId)}
                  color="inherit"
                  underline="hover"
                >
                  <Excerpt match={match} />
                </Link>
              ) : (
                <Excerpt match={match} />
              )}
            </Typography>
          ))}
        </Box>
      )}
    </Card>
  );
}
