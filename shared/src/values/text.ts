import * as z from 'zod/mini';
import type { MessageKey } from '../http/messages';

interface TextRules {
  /** Longest allowed text, in UTF-16 code units after trimming. */
  max: number;
  /** Message when the text is missing, not a string, or blank. */
  required: MessageKey;
  tooLong: MessageKey;
}

const withoutNul = z.refine<string>(
  (text) => !text.includes('\0'),
  'invalid_characters' satisfies MessageKey,
);

/** Required text for people: trimmed, 1 to `max` characters, without NUL. */
export function requiredText({ max, required, tooLong }: TextRules) {
  return z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong), withoutNul);
}

/** Text that may be empty: kept as typed, at most `max` characters, without NUL. */
export function optionalText(max: number, tooLong: MessageKey) {
  return z.string('invalid_value').check(z.maxLength(max, tooLong), withoutNul);
}
