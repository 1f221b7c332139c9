import { isolated } from './direction';

/**
 * Isolates plain arguments (`{name}`) from the text around them: a Latin title in an Arabic sentence then keeps
 * its punctuation at its own end.
 */
export function isolateArguments<Messages extends Record<string, string>>(messages: Messages): Messages {
  const apart = Object.entries(messages).map(([key, text]) => [
    key,
    text.replace(/\{\w+\}/g, isolated('$&')),
  ]);
  return Object.fromEntries(apart) as Messages;
}
