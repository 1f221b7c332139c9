import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useFieldText } from './useFieldText';

interface Props<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  disabled?: boolean;
  /** Shown beneath the select while there is no error. */
  note?: string | undefined;
  /** The options, as `MenuItem`s. */
  children: ReactNode;
}

/** A labelled select of a form, with its error beneath it. */
export function FormSelect<Values extends FieldValues>({
  control,
  name,
  label,
  disabled,
  note,
  children,
}: Props<Values>) {
  const {
    field: { ref, ...field },
    fieldState: { error },
  } = useController({ control, name });
  return (
    <TextField
      {...field}
      select
      fullWidth
      inputRef={ref}
      label={label}
      disabled={disabled ?? false}
      error={error !== undefined}
      helperText={useFieldText(error?.message) ?? note}
    >
      {children}
    </TextField>
  );
}
