import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { TextInputProps } from './TextInput';

type Texts = Record<string, string>;

/**
 * A form of plain texts, checked at submit and from then on at each change. The pages before the sign-in use it: a
 * form library would be a tenth of their script.
 * @param loadSchema of `shared`; called when someone begins to type
 */
export function useTextForm<Values extends Texts>(
  empty: Values,
  loadSchema: () => Promise<z.ZodMiniType>,
  onValid: (values: Values) => void,
) {
  const [values, setValues] = useState(empty);
  /** Set by the first submit. */
  const [schema, setSchema] = useState<z.ZodMiniType | null>(null);
  const inputs = useRef(new Map<string, HTMLElement>());
  const errors = schema ? errorsOf(schema, values) : {};

  const field = (name: keyof Values & string): Partial<TextInputProps> => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setValues((current) => ({ ...current, [name]: target.value })),
    inputRef: (element: HTMLElement | null) => {
      if (element) inputs.current.set(name, element);
    },
  });
  /** The form is submitted, and its schema is still on its way. */
  const isWaiting = useRef(false);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting.current) return;
    isWaiting.current = true;
    const loaded = await loadSchema().catch(() => null);
    isWaiting.current = false;
    setSchema(loaded);
    // Without a connection the schema cannot be fetched, and sending will report it.
    const wrong = loaded ? errorsOf(loaded, values) : {};
    const firstWrong = Object.keys(empty).find((name) => name in wrong);
    if (firstWrong === undefined) onValid(values);
    else inputs.current.get(firstWrong)?.focus();
  };
  const onFocus = () => void loadSchema().catch(() => undefined);
  return { field, form: { onSubmit, onFocus }, values };
}

/** The first error of each field, as its key in the catalogue. */
function errorsOf(schema: z.ZodMiniType, values: Texts): Texts {
  const result = schema.safeParse(values);
  const errors: Texts = {};
  for (const { path, message } of result.error?.issues ?? []) errors[String(path[0])] ??= message;
  return errors;
}
