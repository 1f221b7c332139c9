import TextField, { type TextFieldProps } from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form';
import { type CatalogueKey, enGB } from '../../i18n/en-GB';
import { useT } from '../../i18n/useT';

interface Props<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  type?: TextFieldProps['type'];
  autoComplete?: string;
  autoFocus?: boolean;
  multiline?: boolean;
  minRows?: number;
  select?: boolean;
  disabled?: boolean;
  children?: ReactNode;
}

/** A labelled input of a form, with its error beneath it. */
export function FormField<Values extends FieldValues>({
  control,
  name,
  label,
  children,
  ...rest
}: Props<Values>) {
  const t = useT();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...rest}
          {...field}
          inputRef={ref}
          label={label}
          error={error !== undefined}
          helperText={error?.message && (isKey(error.message) ? t(error.message) : error.message)}
          fullWidth
        >
          {children}
        </TextField>
      )}
    />
  );
}

function isKey(text: string): text is CatalogueKey {
  return Object.hasOwn(enGB, text);
}
