import { isBlank } from '@livelane/shared/values/blank';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputBase from '@mui/material/InputBase';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import { beginsLike } from '#lib/likeness';
import { MarkdownText } from './MarkdownText';
import { MarkdownToolbar } from './MarkdownToolbar';
import { MentionList, type MentionPerson } from './MentionList';
import { mentionOf, type Selected, typedMention } from './textEdits';
import { useShownMentions } from './useShownMentions';
import { useTextEdits } from './useTextEdits';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** Gets the field, while no preview is shown. */
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
  label: string;
  placeholder: string;
  /** Who can be mentioned. */
  people: readonly MentionPerson[];
  /** Ctrl/Cmd+Enter. */
  onSubmit: () => void;
  /** Escape. */
  onCancel?: (() => void) | undefined;
  onFocus?: () => void;
  onBlur?: () => void;
  autoFocus?: boolean;
  /** Beside the switch between text and preview. */
  actions: ReactNode;
}

/** Most suggested people. */
const MAX_OFFERED = 6;

/** A text field for Markdown: with a toolbar, a preview, and people who can be mentioned, shown by their names. */
export function MarkdownEditor(props: Props) {
  const { value, onChange, label, placeholder, people, onSubmit, onCancel, onFocus, onBlur, actions } = props;
  const t = useT();
  const listId = useId();
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = props.fieldRef ?? ownRef;
  const mentions = useShownMentions(field, value, onChange);
  const { apply, onPaste, onKeyDown } = useTextEdits(field, mentions.layer);
  const [isPreview, setPreview] = useState(false);
  // It was sent: the next text is typed.
  if (isPreview && value === '') setPreview(false);
  const [typed, setTyped] = useState<{ query: string; at: number } | null>(null);
  const [active, setActive] = useState(0);
  const offered = typed
    ? people.filter(({ name }) => beginsLike(name, typed.query)).slice(0, MAX_OFFERED)
    : [];
  const isOffering = offered.length > 0;

  const lookForMention = (selected: Selected) => {
    setTyped(typedMention(selected));
    setActive(0);
  };
  const mention = (person: MentionPerson | undefined) => {
    if (!person || !typed) return;
    const insert = mentionOf(person);
    const end = typed.at + insert.length;
    apply(({ from }) => ({ from: typed.at, to: from, insert, select: [end, end] }));
    setTyped(null);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event)) return;
    const { key, ctrlKey, metaKey } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const isSend = key === 'Enter' && (ctrlKey || metaKey);
    if (isOffering && step) setActive((active + step + offered.length) % offered.length);
    else if (isOffering && !isSend && (key === 'Enter' || key === 'Tab')) mention(offered[active]);
    else if (isOffering && key === 'Escape') setTyped(null);
    else if (isSend) onSubmit();
    else if (key === 'Escape' && onCancel) onCancel();
    else {
      onKeyDown(event);
      return;
    }
    event.preventDefault();
    // Must not reach the dialog around it, which would be saved or closed.
    event.stopPropagation();
  };
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        '&:focus-within': { borderColor: 'primary.main' },
      }}
    >
      {isPreview ? (
        <Box sx={{ p: 1.5, minHeight: 88, fontSize: '0.9375rem' }}>
          <MarkdownText text={value} />
        </Box>
      ) : (
        <>
          <MarkdownToolbar onEdit={apply} />
          <InputBase
            inputRef={field}
            value={mentions.shown}
            multiline
            fullWidth
            minRows={2}
            maxRows={16}
            autoFocus={props.autoFocus ?? false}
            placeholder={placeholder}
            onChange={(event) => lookForMention(mentions.change(event))}
            onSelect={() => field.current && lookForMention(mentions.layer.read(field.current))}
            onKeyDown={press}
            onCopy={mentions.onCopy}
            onCut={mentions.onCopy}
            onPaste={(event) => mentions.onPaste(event) || onPaste(event)}
            onFocus={onFocus}
            onBlur={() => {
              setTyped(null);
              onBlur?.();
            }}
            sx={{ px: 1.5, py: 0.5, fontSize: { sm: '0.9375rem' }, lineHeight: 1.6 }}
            inputProps={{
              'aria-label': label,
              // The placeholder is in the page's language.
              dir: value === '' ? undefined : 'auto',
              'aria-autocomplete': 'list',
              'aria-haspopup': 'listbox',
              'aria-controls': isOffering ? listId : undefined,
              'aria-activedescendant': isOffering ? `${listId}-${active}` : undefined,
            }}
          />
          {isOffering && <MentionList id={listId} people={offered} active={active} onChoose={mention} />}
        </>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 0.5 }}>
        <Button
          size="small"
          color="inherit"
          aria-pressed={isPreview}
          disabled={!isPreview && isBlank(value)}
          onClick={() => setPreview(!isPreview)}
        >
          {t(isPreview ? 'markdown_write' : 'markdown_preview')}
        </Button>
        <Box sx={{ flexGrow: 1 }} />
        {actions}
      </Box>
    </Box>
  );
}
