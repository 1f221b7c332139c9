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
import { useT } from '#i18n/useT';

const icons = {
  state: ViewKanban,
  priority: Flag,
  assignees: Group,
  labels: LabelOutlined,
  due: Event,
  estimate: HourglassEmpty,
  time_spent: Timer,
  project: Folder,
  visibility: Visibility,
} as const;

export type Property = keyof typeof icons;

/** The name of a task's property, with its sign. */
export function PropertyLabel({ of }: { of: Property }) {
  const t = useT();
  const Icon = icons[of];
  const texts: Record<Property, string> = {
    state: t('task_state'),
    priority: t('task_priority'),
    assignees: t('task_assignees'),
    labels: t('task_labels'),
    due: t('task_due'),
    estimate: t('task_estimate'),
    time_spent: t('task_time_spent'),
    project: t('task_project'),
    visibility: t('task_visibility'),
  };
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'flex-start', gap: 1 }}>
      <Icon sx={{ fontSize: 18, mt: '1px', flexShrink: 0 }} />
      {texts[of]}
    </Box>
  );
}
