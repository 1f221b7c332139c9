import type { Project } from '@livelane/shared/projects/project.schema';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { NAME_ON_CARD, truncate } from '#lib/truncate';

/** A project's name and id; a click opens its board. */
export function ProjectCard({ project }: { project: Project }) {
  const t = useT();
  const { id, name } = project;
  return (
    <Card>
      <CardActionArea component={Link} to={`/project/${id}`} aria-label={t('project_open', { name })}>
        <CardContent>
          <Typography variant="h3" component="h2" noWrap title={name}>
            <bdi>{truncate(name, NAME_ON_CARD)}</bdi>
          </Typography>
          <Typography variant="body2" color="textSecondary" noWrap sx={{ fontFamily: 'monospace' }}>
            {id}
          </Typography>
        </CardContent>
      </CardActionArea>
    </Card>
  );
}
