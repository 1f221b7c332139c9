import { useId } from 'react';
import { type Control, type FieldPath, useController } from 'react-hook-form';
import { useFieldText } from '#ui/form/useFieldText';
import type { TaskFormValues } from '../task.form';

/** What a field of plain text needs, for the title and the description of a task. */
export function useTextField(
  control: Control<TaskFormValues>,
  name: FieldPath<TaskFormValues> & ('title' | 'description'),
) {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState: { error },
  } = useController({ control, name });
  const text = useFieldText(error?.message);
  return {
    ref,
    set: onChange as (value: string) => void,
    error: text,
    noteId: useId(),
    input: { name, value, onBlur, error: error !== undefined },
  };
}
