import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { useFieldText } from './useFieldText';

export interface TextInputProps
  extends Pick<
    OutlinedInputProps,
    | 'name'
    | 'type'
    | 'autoComplete'
    | 'autoFocus'
    | 'multiline'
    | 'minRows'
    | 'readOnly'
    | 'inputRef'
    | 'value'
    | 'onChange'
    | 'onBlur'
  > {
  label: string;
  /** Its error: a key of the catalogue, or a text. */
  error?: string | undefined;
  disabled?: boolean;
}

/**
 * A labelled input with its error beneath it. MUI's `TextField` would do the same, but brings the select and its menu
 * along, onto the login page too.
 */
export function TextInput({ label, error, disabled = false, ...input }: TextInputProps) {
  const id = useId();
  const helperId = `${id}-helper`;
  const text = useFieldText(error);
  return (
    <FormControl fullWidth size="small" error={error !== undefined} disabled={disabled}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput {...input} id={id} label={label} {...(text && { 'aria-describedby': helperId })} />
      {text && <FormHelperText id={helperId}>{text}</FormHelperText>}
    </FormControl>
  );
}
