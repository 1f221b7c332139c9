import Box from '@mui/material/Box';
import { useId } from 'react';
import { type Control, type FieldPath, useController } from 'react-hook-form';
import { useFieldText } from '#ui/form/useFieldText';
import type { TaskFormValues } from '../task.form';

/** Looks like text until hover or focus, then like a field. */
export const TEXT_SURFACE = {
  mx: -1,
  // As far beyond the column at its end as at its beginning.
  width: 'calc(100% + 16px)',
  px: 1,
  py: 0.5,
  borderRadius: 1,
  '&:hover': { bgcolor: 'action.hover' },
  '&.Mui-focused': { bgcolor: 'transparent', boxShadow: '0 0 0 2px var(--mui-palette-primary-main)' },
  '&.Mui-error': { boxShadow: '0 0 0 1px var(--mui-palette-error-main)' },
  '& .MuiInputBase-input': { p: 0 },
} as const;

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

/** The error of a field, or a note. */
export function FieldNote({
  id,
  error,
  text,
}: {
  id: string;
  error: string | undefined;
  text: string | undefined;
}) {
  return (
    <Box id={id} role="status" sx={{ color: error ? 'error.main' : 'warning.main', fontSize: '0.8125rem' }}>
      {error ?? text}
    </Box>
  );
}
