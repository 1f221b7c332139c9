/** Marks of Unicode that set the text between them apart, whatever its direction. */
const ISOLATE = '\u2068';
const END = '\u2069';

/**
 * Isolates plain arguments (`{name}`) from the text around them: a Latin title in an Arabic sentence then keeps
 * its punctuation at its own end.
 */
export function isolateArguments<Messages extends Record<string, string>>(messages: Messages): Messages {
  const isolated = Object.entries(messages).map(([key, text]) => [
    key,
    text.replace(/\{\w+\}/g, `${ISOLATE}$&${END}`),
  ]);
  return Object.fromEntries(isolated) as Messages;
}
