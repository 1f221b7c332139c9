import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useT } from '#i18n/useT';
import { roleUpdatesQuery } from '../members.api';

/** Progress of carrying the user's role changes to the workspace's projects. The changes are in effect already. */
export function RoleUpdates({ workspaceId }: { workspaceId: string }) {
  const t = useT();
  const { data = [] } = useQuery(roleUpdatesQuery(workspaceId));
  if (data.length === 0) return null;
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
      {t('members_updating', {
        count: sum(data.map(({ total }) => total)),
        done: sum(data.map(({ done }) => done)),
      })}
    </Typography>
  );
}
