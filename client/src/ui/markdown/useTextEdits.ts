import { type ClipboardEvent, type KeyboardEvent, type RefObject, useCallback } from 'react';
import { letterWithControl } from '#lib/keyPress';
import { editForLetter } from './MarkdownToolbar';
import { isAddress, linked, type Selected, type TextEdit } from './textEdits';

/** Edits of a Markdown text field that the browser's own undo can revert. */
export function useTextEdits(field: RefObject<HTMLTextAreaElement | null>) {
  const apply = useCallback(
    (edit: (selected: Selected) => TextEdit) => {
      const element = field.current;
      if (!element) return;
      const { value, selectionStart, selectionEnd } = element;
      const { from, to, insert, select } = edit({ text: value, from: selectionStart, to: selectionEnd });
      element.focus();
      element.setSelectionRange(from, to);
      // The only way that keeps the browser's undo history; without it, the text is set.
      if (!document.execCommand?.('insertText', false, insert)) {
        element.setRangeText(insert, from, to, 'end');
        element.dispatchEvent(new Event('input', { bubbles: true }));
      }
      element.setSelectionRange(...select);
    },
    [field],
  );
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    const element = field.current;
    if (!element || element.selectionStart === element.selectionEnd || !isAddress(pasted)) return;
    event.preventDefault();
    apply((selected) => linked(selected, pasted));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const edit = editForLetter(letterWithControl(event));
    if (!edit) return;
    event.preventDefault();
    apply(edit);
  };
  return { apply, onPaste, onKeyDown };
}
