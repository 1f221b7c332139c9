import Event from '@mui/icons-material/EventOutlined';
import Flag from '@mui/icons-material/FlagOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import Group from '@mui/icons-material/GroupOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import LabelOutlined from '@mui/icons-material/LabelOutlined';
import Timer from '@mui/icons-material/TimerOutlined';
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import type { CatalogueKey } from '#i18n/en-GB';
import { useT } from '#i18n/useT';
import type { TaskFormValues } from '../task.form';

/** The fields that the dialog shows beside a task's texts: each that its author sets (R23), and its project. */
export type Property = Exclude<keyof TaskFormValues, 'title' | 'description'>;

const signs: Record<Property, { Icon: typeof Flag; name: CatalogueKey }> = {
  state: { Icon: ViewKanban, name: 'task_state' },
  priority: { Icon: Flag, name: 'task_priority' },
  assignees: { Icon: Group, name: 'task_assignees' },
  labels: { Icon: LabelOutlined, name: 'task_labels' },
  dueDate: { Icon: Event, name: 'task_due' },
  timeEstimateId: { Icon: HourglassEmpty, name: 'task_estimate' },
  timeSpent: { Icon: Timer, name: 'task_time_spent' },
  projectId: { Icon: Folder, name: 'task_project' },
  visibility: { Icon: Visibility, name: 'task_visibility' },
};

/** The name of a task's property, with its icon. */
export function PropertyLabel({ of }: { of: Property }) {
  const t = useT();
  const { Icon, name } = signs[of];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'flex-start', gap: 1 }}>
      <Icon sx={{ fontSize: 18, mt: '1px', flexShrink: 0 }} />
      {t(name)}
    </Box>
  );
}
