import { useEffect, useRef } from 'react';
import { type FieldValues, type Path, type PathValue, type Resolver, useForm } from 'react-hook-form';

/** Where the texts that are typed into a form are kept until they are saved, by the names of their fields. */
export interface FormDrafts {
  load(name: string): string;
  /** An empty text drops the draft. */
  keep(name: string, text: string): void;
}

/**
 * A form on values that others can change meanwhile: what the user has typed stays, the other fields follow.
 * @param drafts of this form, if what is typed is to outlive it
 */
export function useLiveForm<Values extends FieldValues>(
  values: Values,
  resolver: Resolver<Values>,
  drafts?: FormDrafts,
) {
  const { control, formState, handleSubmit, getValues, resetField, setValue, watch } = useForm<Values>({
    values,
    resetOptions: { keepDirtyValues: true },
    resolver,
  });
  // Read, or the form would not tell typed fields from others.
  void formState.dirtyFields;
  const latest = useRef({ values, drafts });
  latest.current = { values, drafts };
  useEffect(() => {
    const names = Object.keys(latest.current.values) as Path<Values>[];
    for (const name of names) {
      const text = latest.current.drafts?.load(name);
      if (text) setValue(name, text as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    const { unsubscribe } = watch((typed, { name, type }) => {
      if (name === undefined || type !== 'change') return;
      const text: unknown = typed[name];
      latest.current.drafts?.keep(name, text === latest.current.values[name] ? '' : String(text));
    });
    return unsubscribe;
  }, [setValue, watch]);
  /** Values are saved: fields that still have what was sent take what is stored, and follow others again. */
  const settle = (sent: Values, stored: Values = sent) => {
    for (const name of Object.keys(sent) as Path<Values>[]) {
      const defaultValue = stored[name] as PathValue<Values, Path<Values>>;
      if (getValues(name) !== sent[name]) continue;
      resetField(name, { defaultValue });
      drafts?.keep(name, '');
    }
  };
  return { control, handleSubmit, settle };
}
