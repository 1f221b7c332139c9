import { type ChangeEvent, type ClipboardEvent, type RefObject, useRef, useState } from 'react';
import {
  edited,
  partOf,
  remember,
  replaced,
  type Shown,
  shownOf,
  storedOf,
  storedSelection,
  withStoredEdit,
} from './shownMentions';
import type { Selected } from './textEdits';
import { replaceText, type TextLayer } from './useTextEdits';

/** Shows mentions by name in a text field whose value is stored Markdown. */
export function useShownMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (value: string) => void,
) {
  const [{ stored, shown }, setState] = useState(() => ({ stored: value, shown: shownOf(value) }));
  // Not from this field: the text was sent, say.
  if (stored !== value) setState({ stored: value, shown: shownOf(value) });
  const past = useRef(new Map<string, Shown>());
  // What an edit of the page's own makes of the text, while the browser makes it.
  const making = useRef<Shown>(undefined);
  const dragged = useRef<Shown>(undefined);

  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): Selected => {
    const { value: text, selectionStart, selectionEnd } = target;
    const { inputType = '' } = nativeEvent as Partial<InputEvent>;
    const isUndo = inputType.startsWith('history');
    const next =
      making.current ??
      ((isUndo && past.current.get(text)) ||
        edited(shown, text, isUndo ? null : selectionEnd, dragged.current));
    // The drop in this field follows at once, as an input of its own.
    const at = inputType === 'deleteByDrag' ? selectionEnd : null;
    dragged.current = at === null ? undefined : partOf(shown, at, at + shown.text.length - text.length);
    if (past.current.size > 0 || shown.mentions.length > 0 || next.mentions.length > 0) {
      remember(past.current, shown);
      remember(past.current, next);
    }
    setState({ stored: storedOf(next), shown: next });
    onChange(storedOf(next));
    return storedSelection(next, selectionStart ?? 0, selectionEnd ?? 0);
  };
  const make = (element: HTMLTextAreaElement, from: number, to: number, insert: Shown) => {
    making.current = replaced(shown, from, to, insert);
    replaceText(element, from, to, insert.text);
    making.current = undefined;
  };
  const layer: TextLayer = {
    read: ({ selectionStart, selectionEnd }) => storedSelection(shown, selectionStart, selectionEnd),
    write: (element, edit) => {
      const { from, to, insert, select } = withStoredEdit(shown, edit);
      make(element, from, to, insert);
      element.setSelectionRange(...select);
    },
  };
  const onCopy = (event: ClipboardEvent) => {
    if (!field.current) return;
    const { selectionStart: from, selectionEnd: to } = field.current;
    const part = partOf(shown, from, to);
    if (part.mentions.length === 0) return;
    event.preventDefault();
    // Firefox would give no other type to a text field.
    event.clipboardData.setData('text/plain', storedOf(part));
    if (event.type === 'cut') make(field.current, from, to, shownOf(''));
  };
  /** Pastes what has mentions; says whether it did. */
  const onPaste = (event: ClipboardEvent): boolean => {
    const pasted = shownOf(event.clipboardData.getData('text/plain'));
    if (!field.current || pasted.mentions.length === 0) return false;
    event.preventDefault();
    make(field.current, field.current.selectionStart, field.current.selectionEnd, pasted);
    return true;
  };
  return { shown: shown.text, change, layer, onCopy, onPaste };
}
