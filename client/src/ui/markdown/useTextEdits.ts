import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { letterWithControl } from '#lib/keyPress';
import { editForLetter } from './MarkdownToolbar';
import { isAddress, linked, type Selected, type TextEdit } from './textEdits';

/** How a field shows the text that is edited. */
export interface TextLayer {
  read: (field: HTMLTextAreaElement) => Selected;
  write: (field: HTMLTextAreaElement, edit: TextEdit) => void;
}

/** The field shows the text as it is. */
const PLAIN: TextLayer = {
  read: ({ value, selectionStart, selectionEnd }) => ({
    text: value,
    from: selectionStart,
    to: selectionEnd,
  }),
  write: (field, { from, to, insert, select }) => {
    replaceText(field, from, to, insert);
    field.setSelectionRange(...select);
  },
};

/** Replaces a part of what a field shows, as typing would. */
export function replaceText(field: HTMLTextAreaElement, from: number, to: number, insert: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  const command = insert === '' && from < to ? 'delete' : 'insertText';
  // The only way that keeps the browser's undo history; without it, the text is set.
  if (document.execCommand?.(command, false, insert)) return;
  field.setRangeText(insert, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Edits of a Markdown text field that the browser's own undo can revert. */
export function useTextEdits(
  field: RefObject<HTMLTextAreaElement | null>,
  { read, write }: TextLayer = PLAIN,
) {
  const apply = (edit: (selected: Selected) => TextEdit) => {
    if (field.current) write(field.current, edit(read(field.current)));
  };
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
