import TextField from '@mui/material/TextField';
import { type Control, useController } from 'react-hook-form';
import { useFieldText } from '#ui/form/useFieldText';
import type { TaskFormValues } from '../task.form';
import { PropertyLabel } from './PropertyLabel';

interface Props {
  control: Control<TaskFormValues>;
  note: string | undefined;
}

/** Whole minutes. */
export function TimeSpentField({ control, note }: Props) {
  const { field, fieldState } = useController({ control, name: 'timeSpent' });
  const error = useFieldText(fieldState.error?.message);
  return (
    <TextField
      {...field}
      type="number"
      label={<PropertyLabel of="timeSpent" />}
      error={error !== undefined}
      helperText={error ?? note}
      onChange={({ target }) => field.onChange(Math.max(0, Math.round(Number(target.value))))}
      slotProps={{ htmlInput: { min: 0, step: 1 } }}
    />
  );
}
