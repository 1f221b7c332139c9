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
  /** These values are saved: fields that still have them follow others again. */
  const settle = (saved: Values) => {
    for (const name of Object.keys(saved) as Path<Values>[]) {
      const defaultValue = saved[name] as PathValue<Values, Path<Values>>;
      if (getValues(name) === defaultValue) resetField(name, { defaultValue });
    }
  };
  return { control, handleSubmit, settle };
}
