import type { BoardMember } from '@livelane/shared/boards/board.schema';
import {
  DEFAULT_STATE,
  type TaskPriority,
  type TaskState,
  taskPriorities,
  taskStates,
  taskVisibilities,
  timeEstimates,
} from '@livelane/shared/tasks/task.values';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import Clear from '@mui/icons-material/Clear';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { Fragment, type ReactNode } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { DateInput } from '#ui/date/DateInput';
import { FormSelect } from '#ui/form/FormSelect';
import { PriorityArrow } from '#ui/task-looks/PriorityArrow';
import { StateDot } from '#ui/task-looks/StateDot';
import type { TaskFormValues } from '../task.form';
import { AssigneeField } from './AssigneeField';
import { type Property, PropertyLabel } from './PropertyLabel';
import { PROPERTY_ROWS } from './propertyRows';
import { TimeSpentField } from './TimeSpentField';

/** The value of "no priority" in the select, which cannot hold null. */
const NONE = '';

interface Props {
  control: Control<TaskFormValues>;
  projects: readonly { id: string; name: string }[];
  /** Who can be assigned. */
  members: readonly BoardMember[];
  /** These and everyone else who may be assigned already. */
  people: readonly PublicUser[];
  /** Fields that someone else has changed while this user was changing them too. */
  contested: ReadonlySet<keyof TaskFormValues>;
  stateName: (state: TaskState) => string;
  /** The field for labels. */
  labels: (field: LabelFieldProps) => ReactNode;
  /** Saved as it is now, the user will not see the task any more. */
  losesSight: boolean;
}

/** Props of a field for labels. */
export interface LabelFieldProps {
  /** A stable list: a new one would discard the text being typed. */
  value: string[];
  onChange: (ids: string[]) => void;
  label: ReactNode;
  note: string | undefined;
}

/** The short fields of a task, in a plain column: idle fields look like text. */
export function TaskProperties({
  control,
  projects,
  members,
  people,
  contested,
  stateName,
  labels,
  losesSight,
}: Props) {
  const t = useT();
  const note = (name: keyof TaskFormValues) =>
    contested.has(name) ? t('task_changed_by_others') : undefined;
  const fields: Record<Property, ReactNode> = {
    state: (
      <Controller
        control={control}
        name="state"
        render={({ field }) => (
          <TextField
            {...field}
            select
            label={<PropertyLabel of="state" />}
            helperText={note('state')}
            onChange={(event) => field.onChange(event.target.value as TaskState)}
            slotProps={{
              input: {
                // Cleared, it is the default again (specification section 4).
                endAdornment: field.value !== DEFAULT_STATE && (
                  <InputAdornment position="end" sx={{ mr: 2 }}>
                    <IconButton
                      size="small"
                      aria-label={t('task_state_clear')}
                      onClick={() => field.onChange(DEFAULT_STATE)}
                    >
                      <Clear fontSize="small" />
                    </IconButton>
                  </InputAdornment>
                ),
              },
            }}
          >
            {taskStates.map((state) => (
              <MenuItem key={state} value={state} sx={{ gap: 1 }}>
                <StateDot state={state} />
                {stateName(state)}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
    ),
    priority: (
      <Controller
        control={control}
        name="priority"
        render={({ field }) => (
          <TextField
            {...field}
            select
            label={<PropertyLabel of="priority" />}
            helperText={note('priority')}
            value={field.value ?? NONE}
            onChange={(event) => field.onChange((event.target.value as TaskPriority | '') || null)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value={NONE}>{t('task_priority_none')}</MenuItem>
            {taskPriorities.map((priority) => (
              <MenuItem key={priority} value={priority} sx={{ gap: 1 }}>
                <PriorityArrow priority={priority} />
                {t(`priority_${priority}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
    ),
    assignees: <AssigneeField control={control} members={members} people={people} note={note('assignees')} />,
    labels: (
      <Controller
        control={control}
        name="labels"
        render={({ field: { value, onChange } }) => (
          <>{labels({ value, onChange, label: <PropertyLabel of="labels" />, note: note('labels') })}</>
        )}
      />
    ),
    dueDate: (
      <Controller
        control={control}
        name="dueDate"
        render={({ field }) => (
          <DateInput
            label={t('task_due')}
            shownLabel={<PropertyLabel of="dueDate" />}
            emptyText={t('task_no_due')}
            helperText={note('dueDate')}
            value={field.value}
            onChange={field.onChange}
            onWrong={field.onChange}
          />
        )}
      />
    ),
    timeEstimateId: (
      <Controller
        control={control}
        name="timeEstimateId"
        render={({ field }) => (
          <TextField
            {...field}
            value={field.value ?? 0}
            select
            label={<PropertyLabel of="timeEstimateId" />}
            helperText={note('timeEstimateId')}
            onChange={(event) => field.onChange(Number(event.target.value) || null)}
          >
            {timeEstimates.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {t(name)}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
    ),
    timeSpent: <TimeSpentField control={control} note={note('timeSpent')} />,
    projectId: (
      <FormSelect
        control={control}
        name="projectId"
        label={<PropertyLabel of="projectId" />}
        note={note('projectId')}
      >
        {projects.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </FormSelect>
    ),
    visibility: (
      <FormSelect
        control={control}
        name="visibility"
        label={<PropertyLabel of="visibility" />}
        note={losesSight ? t('task_losing_sight') : note('visibility')}
      >
        {taskVisibilities.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`task_visibility_${each}`)}
          </MenuItem>
        ))}
      </FormSelect>
    ),
  };
  return (
    <Box role="group" aria-label={t('task_properties')} sx={PROPERTY_ROWS}>
      {Object.entries(fields).map(([name, field]) => (
        <Fragment key={name}>{field}</Fragment>
      ))}
    </Box>
  );
}
