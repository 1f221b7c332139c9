import { ITEM_TEXT_MAX } from '@livelane/shared/http/limits';
import type { NewItem } from '@livelane/shared/tasks/checklist';

/** List markup before an item's text: a bullet, a number, a checkbox. */
const BULLET = /^\s*(?:[-*+•–]|\d+[.)])?\s*(?:\[([ xX]?)\]|([☐☑✓✔]))?\s*/;

/** The items of a pasted list: one per line, without bullets; ticked ones stay ticked. */
export function pastedItems(text: string): NewItem[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [sign = '', box, tick] = BULLET.exec(line) ?? [];
    const item = [...line.slice(sign.length).trim()].slice(0, ITEM_TEXT_MAX).join('');
    const isDone = box?.toLowerCase() === 'x' || (tick !== undefined && tick !== '☐');
    return item ? [{ text: item, isDone }] : [];
  });
}
