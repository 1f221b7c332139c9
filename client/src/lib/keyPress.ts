import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The key code of a key that an input method takes. */
const TAKEN = 229;
/** Safari ends a composition before the key that ends it: only the code tells that key (WebKit bug 165004). */
export const isComposing = ({ nativeEvent }: ReactKeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN;

const OF_ANOTHER_SCRIPT = /[^\p{ASCII}\p{Script=Latin}]/u;

/**
 * The Latin letter, in lower case, that is pressed with Ctrl or Cmd. On a keyboard of another script it is the one in
 * the same place of a Latin keyboard.
 * @returns another key's name as it is, in lower case; null without Ctrl or Cmd, and with Alt
 */
export function letterWithControl(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | null {
  // AltGr, which types a character, is Ctrl and Alt on Windows.
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = OF_ANOTHER_SCRIPT.test(event.key) ? event.code.replace('Key', '') : event.key;
  return key.toLowerCase();
}
