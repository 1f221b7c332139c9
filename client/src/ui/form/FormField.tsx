import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useFieldText } from './useFieldText';

interface Props<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  type?: OutlinedInputProps['type'];
  autoComplete?: string;
  autoFocus?: boolean;
  multiline?: boolean;
  minRows?: number;
  disabled?: boolean;
}

/**
 * A labelled input of a form, with its error beneath it. MUI's `TextField` would do the same, but brings the select
 * and its menu along, onto the login page too.
 */
export function FormField<Values extends FieldValues>({
  control,
  name,
  label,
  disabled,
  ...input
}: Props<Values>) {
  const id = useId();
  const helperId = `${id}-helper`;
  const {
    field: { ref, ...field },
    fieldState: { error },
  } = useController({ control, name });
  const text = useFieldText(error?.message);
  return (
    <FormControl fullWidth size="small" error={error !== undefined} disabled={disabled ?? false}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        {...field}
        id={id}
        inputRef={ref}
        label={label}
        {...(text && { 'aria-describedby': helperId })}
      />
      {text && <FormHelperText id={helperId}>{text}</FormHelperText>}
    </FormControl>
  );
}
