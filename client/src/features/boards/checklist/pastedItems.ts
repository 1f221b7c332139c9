import { ITEM_TEXT_MAX } from '@livelane/shared/http/limits';
import type { NewItem } from '@livelane/shared/tasks/checklist';
import { textLength } from '@livelane/shared/values/text-length';
import { typedText } from '#lib/typedText';

/** List markup before an item's text: a bullet, a number, a checkbox. `1.5 l` and `-5 °C` are text. */
const BULLET = /^\s*(?:•|(?:[-*+–]|\d+[.)])(?=\s|$))?\s*(?:\[([ xX]?)\]|([☐☑✓✔]))?\s*/;

/** The items of a pasted list: one per line, without bullets; ticked ones stay ticked. */
export function pastedItems(text: string): NewItem[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [sign = '', box, tick] = BULLET.exec(line) ?? [];
    const isDone = box?.toLowerCase() === 'x' || (tick !== undefined && tick !== '☐');
    return typedItems(line.slice(sign.length), isDone);
  });
}

/** The item of a typed line, which is all text; none where nothing would be seen. */
export function typedItems(line: string, isDone = false): NewItem[] {
  const text = typedText(line);
  return text ? [{ text, isDone }] : [];
}

/** Whether a text is longer than an item's can be. */
export const isTooLong = (text: string): boolean => textLength(text.trim()) > ITEM_TEXT_MAX;
