import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** The key code of a key that an input method takes. */
const TAKEN = 229;
/** Safari ends a composition before the key that ends it: only the code tells that key (WebKit bug 165004). */
export const isComposing = ({ nativeEvent }: ReactKeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN;
