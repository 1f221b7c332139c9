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
import Clear from '@mui/icons-material/Clear';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { useT } from '../../../i18n/useT';
import { UserAvatar } from '../../../ui/avatar/UserAvatar';
import { DateInput } from '../../../ui/date/DateInput';
import { FormField } from '../../../ui/form/FormField';
import { FormSelect } from '../../../ui/form/FormSelect';
import { useAutocompleteTexts } from '../../../ui/form/useAutocompleteTexts';
import type { TaskFormValues } from '../task.form';

/** The value of "no priority" in the select, which cannot hold null. */
const NONE = '';

interface Props {
  control: Control<TaskFormValues>;
  projects: readonly { id: string; name: string }[];
  members: readonly BoardMember[];
  disabled: boolean;
  /** Fields that somebody else has changed while this user was changing them too. */
  contested: ReadonlySet<keyof TaskFormValues>;
  /** Both texts of the description are shown already, to choose from. */
  isDeciding: boolean;
}

/** What a viewer sees is there to be read: neither pale nor with signs that something could be done to it. */
const READABLE = {
  '& .MuiInputBase-input.Mui-disabled': { WebkitTextFillColor: 'var(--mui-palette-text-primary)' },
  '& .MuiInputLabel-root.Mui-disabled': { color: 'text.secondary' },
  '& .MuiChip-root.Mui-disabled': { opacity: 1 },
  '& .MuiSelect-icon, & .MuiChip-deleteIcon, & .MuiAutocomplete-endAdornment, & .MuiInputAdornment-root': {
    display: 'none',
  },
};

/** All fields of a task. */
export function TaskFields({ control, projects, members, disabled, contested, isDeciding }: Props) {
  const t = useT();
  const autocompleteTexts = useAutocompleteTexts();
  const visibility = useWatch({ control, name: 'visibility' });
  const note = (name: keyof TaskFormValues) =>
    contested.has(name) ? t('task_changed_by_others') : undefined;
  return (
    <Stack spacing={2} sx={{ pt: 1, ...(disabled && READABLE) }}>
      <FormField control={control} name="title" label={t('task_title')} autoFocus disabled={disabled} />
      {note('title') && <Note text={note('title')} />}
      <FormField
        control={control}
        name="description"
        label={t('task_description')}
        multiline
        minRows={4}
        disabled={disabled}
      />
      {contested.has('description') && !isDeciding && <Note text={t('task_description_changed')} />}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Controller
          control={control}
          name="state"
          render={({ field }) => (
            <TextField
              {...field}
              select
              label={t('task_state')}
              disabled={disabled}
              helperText={note('state')}
              onChange={(event) => field.onChange(event.target.value as TaskState)}
              slotProps={{
                input: {
                  // Cleared, it is the default again (specification section 4).
                  endAdornment: !disabled && field.value !== DEFAULT_STATE && (
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
                <MenuItem key={state} value={state}>
                  {t(`kanban_state_${state}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        />
        <Controller
          control={control}
          name="priority"
          render={({ field }) => (
            <TextField
              {...field}
              select
              label={t('task_priority')}
              disabled={disabled}
              helperText={note('priority')}
              value={field.value ?? NONE}
              onChange={(event) => field.onChange((event.target.value as TaskPriority | '') || null)}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value={NONE}>{t('task_priority_none')}</MenuItem>
              {taskPriorities.map((priority) => (
                <MenuItem key={priority} value={priority}>
                  {t(`priority_${priority}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        />
        <Controller
          control={control}
          name="timeEstimateId"
          render={({ field }) => (
            <TextField
              {...field}
              select
              label={t('task_estimate')}
              disabled={disabled}
              helperText={note('timeEstimateId')}
              onChange={(event) => field.onChange(Number(event.target.value))}
            >
              {timeEstimates.map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {t(name)}
                </MenuItem>
              ))}
            </TextField>
          )}
        />
        <Controller
          control={control}
          name="timeSpent"
          render={({ field }) => (
            <TextField
              {...field}
              type="number"
              label={t('task_time_spent')}
              disabled={disabled}
              helperText={note('timeSpent')}
              onChange={(event) => field.onChange(Math.max(0, Math.round(Number(event.target.value))))}
              slotProps={{ htmlInput: { min: 0, step: 1 } }}
            />
          )}
        />
        <Controller
          control={control}
          name="dueDate"
          render={({ field }) => (
            <DateInput
              label={t('task_due')}
              disabled={disabled}
              helperText={note('dueDate')}
              value={field.value}
              onChange={field.onChange}
              onWrong={field.onChange}
            />
          )}
        />
        <FormSelect
          control={control}
          name="projectId"
          label={t('task_project')}
          disabled={disabled}
          note={note('projectId')}
        >
          {projects.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </FormSelect>
      </Box>
      <Controller
        control={control}
        name="assignees"
        render={({ field }) => (
          <Autocomplete
            {...autocompleteTexts}
            multiple
            disabled={disabled}
            options={members.map((member) => member.id)}
            value={field.value}
            onChange={(_event, ids) => field.onChange(ids)}
            getOptionLabel={(id) => nameOf(members, id)}
            renderValue={(ids, itemProps) =>
              ids.map((id, index) => {
                const { key, ...props } = itemProps({ index });
                const member = members.find((each) => each.id === id);
                return (
                  <Chip
                    key={key}
                    {...props}
                    label={nameOf(members, id)}
                    {...(member && { icon: <UserAvatar user={member} size="small" /> })}
                    sx={{ '& > [aria-hidden]': { marginInlineStart: '4px' } }}
                  />
                );
              })
            }
            renderInput={(params) => (
              <TextField {...params} label={t('task_assignees')} helperText={note('assignees')} />
            )}
          />
        )}
      />
      <FormSelect
        control={control}
        name="visibility"
        label={t('task_visibility')}
        disabled={disabled}
        note={note('visibility')}
      >
        {taskVisibilities.map((each) => (
          <MenuItem key={each} value={each} selected={each === visibility}>
            {t(`task_visibility_${each}`)}
          </MenuItem>
        ))}
      </FormSelect>
    </Stack>
  );
}

function Note({ text }: { text: string | undefined }) {
  return (
    <Box role="status" sx={{ color: 'warning.main', fontSize: '0.8125rem' }}>
      {text}
    </Box>
  );
}

function nameOf(members: readonly BoardMember[], id: string): string {
  const member = members.find((each) => each.id === id);
  return member ? `${member.firstName} ${member.surname}` : id;
}
