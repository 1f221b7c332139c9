const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';
const LAYERS = '[role="dialog"], [role="menu"], [role="listbox"]';

/** Whether a key pressed there is meant for a field, a dialog, a menu or an open list. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.matches(FIELDS) || target.closest(LAYERS) !== null || document.querySelector(LAYERS) !== null;
}
