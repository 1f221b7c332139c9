import { isBlank } from '@livelane/shared/values/blank';
import Box from '@mui/material/Box';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { type MouseEvent, useId, useRef } from 'react';
import type { Control } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { useFocusWithin } from '#ui/form/useFocusWithin';
import { MarkdownText } from '#ui/markdown/MarkdownText';
import { MarkdownToolbar } from '#ui/markdown/MarkdownToolbar';
import { useTextEdits } from '#ui/markdown/useTextEdits';
import type { TaskFormValues } from '../task.form';
import { FieldNote } from './FieldNote';
import { TEXT_SURFACE } from './text.styles';
import { useTextField } from './useTextField';

interface Props {
  control: Control<TaskFormValues>;
  /** A note beneath it. */
  note: string | undefined;
}

/** The invisible field covers the rendered text, and waits for the focus. */
const WAITING = { position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none' } as const;

/** A description: rendered Markdown, and its source once it is clicked or focused. */
export function TaskDescription({ control, note }: Props) {
  const t = useT();
  const fieldId = useId();
  const { ref, input, set, error, noteId } = useTextField(control, 'description');
  const field = useRef<HTMLTextAreaElement>(null);
  const { apply, onPaste, onKeyDown } = useTextEdits(field);
  const { isWithin: isTyping, enter, leave } = useFocusWithin();
  const isRead = !isTyping && !isBlank(input.value);
  const click = ({ target }: MouseEvent<HTMLElement>) => {
    // Clicks on links and checkboxes keep their meaning, as does selecting text.
    if (target instanceof Element && target.closest('a, label')) return;
    if (window.getSelection()?.isCollapsed !== false) field.current?.focus();
  };
  return (
    <Box onBlur={leave} sx={{ minWidth: 0 }}>
      <Typography variant="overline" component="label" htmlFor={fieldId} color="textSecondary">
        {t('task_description')}
      </Typography>
      {isTyping && <MarkdownToolbar onEdit={apply} />}
      <Box sx={{ position: 'relative' }}>
        {isRead && (
          <Box
            onClick={click}
            sx={{
              ...TEXT_SURFACE,
              cursor: 'text',
              fontSize: '0.9375rem',
              minHeight: 120,
              boxSizing: 'border-box',
            }}
          >
            <MarkdownText text={input.value} onChange={set} />
          </Box>
        )}
        <InputBase
          {...input}
          inputRef={(element: HTMLTextAreaElement | null) => {
            ref(element);
            field.current = element;
          }}
          id={fieldId}
          multiline
          fullWidth
          minRows={5}
          placeholder={t('task_description_hint')}
          onChange={({ target }) => set(target.value)}
          onFocus={enter}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          sx={{
            ...TEXT_SURFACE,
            fontSize: { sm: '0.9375rem' },
            lineHeight: 1.6,
            alignItems: 'flex-start',
            ...(isRead && WAITING),
          }}
          // Without a text the page's direction applies: the hint is where a text begins.
          inputProps={{ 'aria-describedby': noteId, dir: input.value ? 'auto' : undefined }}
        />
      </Box>
      <FieldNote id={noteId} error={error} text={note} />
    </Box>
  );
}
