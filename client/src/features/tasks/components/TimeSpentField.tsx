import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useFieldText } from '#ui/form/useFieldText';
import type { TaskFormValues } from '../task.form';
import { PropertyLabel } from './PropertyLabel';

interface Props {
  control: Control<TaskFormValues>;
  note: string | undefined;
}

/** Whole minutes. What is typed stays as it is until the field is left. */
export function TimeSpentField({ control, note }: Props) {
  const { field, fieldState } = useController({ control, name: 'timeSpent' });
  const error = useFieldText(fieldState.error?.message);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...field}
      value={typed ?? field.value}
      type="number"
      label={<PropertyLabel of="timeSpent" />}
      error={error !== undefined}
      helperText={error ?? note}
      // A number replaces the one before.
      onFocus={({ target }) => target.select()}
      onChange={({ target: { value } }) => {
        setTyped(value);
        field.onChange(Math.max(0, Math.round(Number(value))));
      }}
      onBlur={() => {
        setTyped(null);
        field.onBlur();
      }}
      slotProps={{ htmlInput: { min: 0, step: 1 } }}
    />
  );
}
