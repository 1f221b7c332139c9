import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { ID_IN_CHIP, NAME_IN_CHIP, NAME_ON_CARD, truncate } from '#lib/truncate';
import { AT_START } from '#ui/mirrored';

/** A workspace with its id and projects; a click opens it. */
export function WorkspaceCard({ workspace }: { workspace: Workspace }) {
  const t = useT();
  const { id, name, description, projects } = workspace;
  return (
    <Card>
      <CardActionArea
        component={Link}
        to={`/workspaces/${id}`}
        aria-label={t('workspace_open', { name })}
        sx={{
          height: '100%',
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'stretch',
          justifyContent: 'flex-start',
        }}
      >
        <CardContent>
          <Stack direction="row" spacing={2} sx={{ justifyContent: 'space-between', alignItems: 'baseline' }}>
            <Typography variant="h3" component="h2" noWrap title={name}>
              <bdi>{truncate(name, NAME_ON_CARD)}</bdi>
            </Typography>
            <Typography variant="body2" color="textSecondary" noWrap>
              {t('workspace_projects_count', { count: projects.length })}
            </Typography>
          </Stack>
          <Typography variant="body2" color="textSecondary" noWrap sx={{ fontFamily: 'monospace' }}>
            {id}
          </Typography>
          <Typography noWrap dir="auto" sx={{ my: 1, ...AT_START }}>
            {description}
          </Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
            {projects.map((project) => (
              <Chip
                key={project.id}
                size="small"
                variant="outlined"
                label={
                  <>
                    <bdi>{truncate(project.name, NAME_IN_CHIP)}</bdi>{' '}
                    <Box component="code" dir="ltr" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
                      {truncate(project.id, ID_IN_CHIP)}
                    </Box>
                  </>
                }
                title={`${project.name}\n${project.id}`}
              />
            ))}
          </Stack>
        </CardContent>
      </CardActionArea>
    </Card>
  );
}
