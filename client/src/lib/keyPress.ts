import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The key code of a key that an input method takes. */
const TAKEN = 229;
/** Safari ends a composition before the key that ends it: only the code tells that key (WebKit bug 165004). */
export const isComposing = ({ nativeEvent }: Pick<ReactKeyboardEvent, 'nativeEvent'>): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN;

const OF_ANOTHER_SCRIPT = /[^\p{ASCII}\p{Script=Latin}]/u;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/**
 * The key of a shortcut. On a keyboard of another script it is the one in the same place of a Latin keyboard, and Caps
 * Lock makes no difference.
 * @returns another key's name as it is
 */
export function shortcutKey({ key, code, shiftKey }: Key): string {
  const isOther = OF_ANOTHER_SCRIPT.test(key);
  if (isOther && code === 'Slash') return shiftKey ? '?' : '/';
  const letter = isOther && code.startsWith('Key') ? code.replace('Key', '') : key;
  if (letter.length > 1) return letter;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/**
 * The Latin letter, in lower case, that is pressed with Ctrl or Cmd. On a keyboard of another script it is the one in
 * the same place of a Latin keyboard.
 * @returns another key's name as it is, in lower case; null without Ctrl or Cmd, and with Alt
 */
export function letterWithControl(
  event: Key & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | null {
  // AltGr, which types a character, is Ctrl and Alt on Windows.
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  return shortcutKey(event).toLowerCase();
}
