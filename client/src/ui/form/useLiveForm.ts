import { type FieldValues, type Path, type PathValue, type Resolver, useForm } from 'react-hook-form';

/**
 * A form on values that others can change meanwhile: what the user has typed stays, the other fields follow.
 */
export function useLiveForm<Values extends FieldValues>(values: Values, resolver: Resolver<Values>) {
  const { control, formState, handleSubmit, getValues, resetField } = useForm<Values>({
    values,
    resetOptions: { keepDirtyValues: true },
    resolver,
  });
  // Read, or the form would not tell typed fields from others.
  void formState.dirtyFields;
  /** Values are saved: fields that still have what was sent take what is stored, and follow others again. */
  const settle = (sent: Values, stored: Values = sent) => {
    for (const name of Object.keys(sent) as Path<Values>[]) {
      const defaultValue = stored[name] as PathValue<Values, Path<Values>>;
      if (getValues(name) === sent[name]) resetField(name, { defaultValue });
    }
  };
  return { control, handleSubmit, settle };
}
