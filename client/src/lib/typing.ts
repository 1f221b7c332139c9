const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]';
const LAYERS = '[role="dialog"], [role="menu"]';

/** Whether a key pressed there is meant for a field, a dialog or a menu. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.matches(FIELDS) || target.closest(LAYERS) !== null || document.querySelector(LAYERS) !== null;
}
