import * as z from 'zod/mini';
import type { MessageKey } from '../http/messages';
import { textLength } from './text-length';

interface TextRules {
  /** Longest allowed text after trimming, as `textLength` counts. */
  max: number;
  /** Message when the text is missing, not a string, or blank. */
  required: MessageKey;
  tooLong: MessageKey;
}

const withoutNul = z.refine<string>(
  (text) => !text.includes('\0'),
  'invalid_characters' satisfies MessageKey,
);

const atMost = (max: number, tooLong: MessageKey) =>
  z.refine<string>((text) => textLength(text) <= max, tooLong);

/** Required text for people: composed (NFC), trimmed, 1 to `max` characters, without NUL. */
export function requiredText({ max, required, tooLong }: TextRules) {
  return z
    .string(required)
    .check(z.normalize('NFC'), z.trim(), z.minLength(1, required), atMost(max, tooLong), withoutNul);
}

/** Text that may be empty: composed (NFC), else kept as typed, at most `max` characters, without NUL. */
export function optionalText(max: number, tooLong: MessageKey) {
  return z.string('invalid_value').check(z.normalize('NFC'), atMost(max, tooLong), withoutNul);
}
