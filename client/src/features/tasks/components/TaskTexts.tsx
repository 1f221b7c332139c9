import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { type Control, type FieldPath, useController } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { useFieldText } from '#ui/form/useFieldText';
import type { TaskFormValues } from '../task.form';
import { LinksIn } from './LinksIn';

interface Props {
  control: Control<TaskFormValues>;
  /** Fields that somebody else has changed while this user was changing them too. */
  contested: ReadonlySet<keyof TaskFormValues>;
  /** Both texts of the description are shown already, to choose from. */
  isDeciding: boolean;
  /** The title is a suggestion: the first key that is typed takes its place. */
  selectsTitle: boolean;
}

/** Text that can be read, until the pointer or the focus comes: then it is a field. */
const SURFACE = {
  mx: -1,
  px: 1,
  py: 0.5,
  borderRadius: 1,
  '&:hover': { bgcolor: 'action.hover' },
  '&.Mui-focused': { bgcolor: 'transparent', boxShadow: '0 0 0 2px var(--mui-palette-primary-main)' },
  '&.Mui-error': { boxShadow: '0 0 0 1px var(--mui-palette-error-main)' },
  '& .MuiInputBase-input': { p: 0 },
} as const;

/** What a task says: its title as the heading, and its description. */
export function TaskTexts({ control, contested, isDeciding, selectsTitle }: Props) {
  const t = useT();
  const title = useTextField(control, 'title');
  const description = useTextField(control, 'description');
  const titleInput = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (selectsTitle) titleInput.current?.select();
  }, [selectsTitle]);
  /** A title has one line, however many it takes to show it. */
  const submit = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
  };
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <div>
        <InputBase
          {...title.input}
          inputRef={(element: HTMLTextAreaElement | null) => {
            title.ref(element);
            titleInput.current = element;
          }}
          multiline
          fullWidth
          autoFocus={selectsTitle}
          placeholder={t('task_title_hint')}
          onChange={({ target }) => title.set(target.value.replace(/\s*\n\s*/g, ' '))}
          onKeyDown={submit}
          sx={{
            ...SURFACE,
            fontSize: '1.375rem',
            fontWeight: 700,
            lineHeight: 1.3,
            letterSpacing: '-0.01em',
          }}
          inputProps={{ 'aria-label': t('task_title'), 'aria-describedby': title.noteId }}
        />
        <Note
          id={title.noteId}
          error={title.error}
          text={contested.has('title') ? t('task_changed_by_others') : undefined}
        />
      </div>
      <div>
        <Typography
          variant="overline"
          component="label"
          htmlFor={description.noteId + FIELD}
          color="textSecondary"
        >
          {t('task_description')}
        </Typography>
        <InputBase
          {...description.input}
          inputRef={description.ref}
          id={description.noteId + FIELD}
          multiline
          fullWidth
          minRows={5}
          placeholder={t('task_description_hint')}
          onChange={({ target }) => description.set(target.value)}
          sx={{ ...SURFACE, fontSize: { sm: '0.9375rem' }, lineHeight: 1.6, alignItems: 'flex-start' }}
          inputProps={{ 'aria-describedby': description.noteId }}
        />
        <Note
          id={description.noteId}
          error={description.error}
          text={contested.has('description') && !isDeciding ? t('task_description_changed') : undefined}
        />
        <LinksIn text={description.input.value} />
      </div>
    </Stack>
  );
}

const FIELD = '-field';

function useTextField(
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

/** What is wrong with a field, or what else there is to know. */
function Note({ id, error, text }: { id: string; error: string | undefined; text: string | undefined }) {
  return (
    <Box id={id} role="status" sx={{ color: error ? 'error.main' : 'warning.main', fontSize: '0.8125rem' }}>
      {error ?? text}
    </Box>
  );
}
