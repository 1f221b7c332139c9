import { type TaskState, timeEstimates } from '@livelane/shared/tasks/task.values';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { formatDay } from '#i18n/formatDay';
import { useT } from '#i18n/useT';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { LabelChip, type ShownLabel } from '#ui/label/LabelChip';
import { PriorityArrow } from '#ui/task-looks/PriorityArrow';
import { StateDot } from '#ui/task-looks/StateDot';
import { spentTime } from '#ui/task-looks/spentTime';
import type { TaskFormValues } from '../task.form';
import { type Property, PropertyLabel } from './PropertyLabel';
import { LABEL } from './propertyRows';

interface Props {
  values: TaskFormValues;
  projects: readonly { id: string; name: string }[];
  people: readonly PublicUser[];
  labels: ReadonlyMap<string, ShownLabel>;
  stateName: (state: TaskState) => string;
}

/** A task's properties, for people who may not change them. */
export function TaskPropertiesRead({ values, projects, people, labels, stateName }: Props) {
  const t = useT();
  const intl = useIntl();
  const { state, priority, assignees, dueDate, timeEstimateId, timeSpent, projectId, visibility } = values;
  const assigned = assignees.flatMap((id) => people.find((person) => person.id === id) ?? []);
  const estimate = timeEstimates.find(({ id }) => id === (timeEstimateId ?? 0));
  const rows: Record<Property, ReactNode> = {
    state: (
      <>
        <StateDot state={state} /> {stateName(state)}
      </>
    ),
    priority: priority ? (
      <>
        <PriorityArrow priority={priority} /> {t(`priority_${priority}`)}
      </>
    ) : (
      t('task_priority_none')
    ),
    assignees:
      assigned.length === 0
        ? t('task_nobody')
        : assigned.map((person) => (
            <Box key={person.id} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <UserAvatar user={person} size="small" />
              <bdi>{`${person.firstName} ${person.surname}`}</bdi>
            </Box>
          )),
    labels:
      values.labels.length === 0
        ? t('task_no_labels')
        : values.labels.map((id) => <LabelChip key={id} label={labels.get(id)} />),
    dueDate: dueDate ? formatDay(intl, dueDate, { dateStyle: 'medium' }) : t('task_no_due'),
    timeEstimateId: estimate && t(estimate.name),
    timeSpent: spentTime(intl, timeSpent),
    projectId: <bdi>{projects.find(({ id }) => id === projectId)?.name}</bdi>,
    visibility: t(`task_visibility_${visibility}`),
  };
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: `${LABEL} minmax(0, 1fr)`, gap: 1.5 }}
    >
      {Object.entries(rows).map(([of, value]) => (
        <Box key={of} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            <PropertyLabel of={of as Property} />
          </Box>
          <Box
            component="dd"
            sx={{
              m: 0,
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1,
              fontSize: '0.875rem',
            }}
          >
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
