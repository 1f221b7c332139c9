import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import Typography from '@mui/material/Typography';
import { selectActiveOn } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { presenceLabel } from '#ui/task-looks/presenceLabel';

/** Other people on the task, beside the buttons: there no field moves when someone comes or goes. */
export function OthersOnTask({ task }: { task: StoredTask }) {
  const t = useT();
  const others = useAppSelector((state) => selectActiveOn(state, task.projectId, task.id));
  return (
    <Typography variant="body2" color="textSecondary" role="status" sx={{ marginInlineEnd: 'auto' }}>
      {others.map(({ firstName, mode }) => t(presenceLabel(mode), { name: firstName })).join(' · ')}
    </Typography>
  );
}
