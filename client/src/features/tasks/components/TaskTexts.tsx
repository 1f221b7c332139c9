import InputBase from '@mui/material/InputBase';
import Stack from '@mui/material/Stack';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Control } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import type { TaskFormValues } from '../task.form';
import { FieldNote } from './FieldNote';
import { TaskDescription } from './TaskDescription';
import { TEXT_SURFACE } from './text.styles';
import { useTextField } from './useTextField';

interface Props {
  control: Control<TaskFormValues>;
  /** Fields that someone else has changed while this user was changing them too. */
  contested: ReadonlySet<keyof TaskFormValues>;
  /** Both texts of the description are shown, to choose from. */
  isDeciding: boolean;
  /** The title is a suggestion, which the first typed key replaces. */
  selectsTitle: boolean;
}

/** A task's title, as the heading, and its description. */
export function TaskTexts({ control, contested, isDeciding, selectsTitle }: Props) {
  const t = useT();
  const title = useTextField(control, 'title');
  const titleInput = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (selectsTitle) titleInput.current?.select();
  }, [selectsTitle]);
  /** A title is one line of text, even if it wraps. */
  const submit = (event: KeyboardEvent<HTMLElement>) => {
    // The dialog handles Ctrl or Cmd, which saves from every field.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return;
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
            ...TEXT_SURFACE,
            // Heading size on a phone, too, where fields have their own font size.
            '&&': { fontSize: '1.375rem' },
            fontWeight: 700,
            lineHeight: 1.3,
            letterSpacing: '-0.01em',
          }}
          inputProps={{ 'aria-label': t('task_title'), 'aria-describedby': title.noteId }}
        />
        <FieldNote
          id={title.noteId}
          error={title.error}
          text={contested.has('title') ? t('task_changed_by_others') : undefined}
        />
      </div>
      <TaskDescription
        control={control}
        note={contested.has('description') && !isDeciding ? t('task_description_changed') : undefined}
      />
    </Stack>
  );
}
