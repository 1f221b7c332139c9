import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { TextInput, type TextInputProps } from './TextInput';

interface Props<Values extends FieldValues>
  extends Pick<
    TextInputProps,
    'label' | 'type' | 'autoComplete' | 'autoFocus' | 'multiline' | 'minRows' | 'readOnly' | 'disabled'
  > {
  control: Control<Values>;
  name: FieldPath<Values>;
}

/** A labelled input of a form, with its error beneath it. */
export function FormField<Values extends FieldValues>({ control, name, ...input }: Props<Values>) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name });
  return (
    <TextInput
      {...input}
      name={name}
      inputRef={ref}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      error={error && (error.message ?? '')}
    />
  );
}
