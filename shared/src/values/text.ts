import * as z from 'zod/mini';
import type { MessageKey } from '../http/messages';
import { isBlank } from './blank';
import { textLength } from './text-length';

interface TextRules {
  /** Longest allowed text after trimming, as `textLength` counts. */
  max: number;
  /** Message when the text is missing, not a string, or blank. */
  required: MessageKey;
  tooLong: MessageKey;
}

/** NUL, which ends texts in databases, and lone surrogates, which UTF-8 cannot encode. */
export const NOT_ALLOWED = /\0|\p{Surrogate}/u;

export const allowedCharacters = z.refine<string>(
  (text) => !NOT_ALLOWED.test(text),
  'invalid_characters' satisfies MessageKey,
);

const atMost = (max: number, tooLong: MessageKey) =>
  z.refine<string>((text) => textLength(text) <= max, tooLong);

export const notBlank = (required: MessageKey) => z.refine<string>((text) => !isBlank(text), required);

/** Required text: composed (NFC), trimmed, not blank, at most `max` characters, without NUL or lone surrogates. */
export function requiredText({ max, required, tooLong }: TextRules) {
  return z
    .string(required)
    .check(z.normalize('NFC'), z.trim(), notBlank(required), atMost(max, tooLong), allowedCharacters);
}

/** Text that may be empty: composed (NFC), otherwise as typed, at most `max` characters, no NUL or lone surrogates. */
export function optionalText(max: number, tooLong: MessageKey) {
  return z.string('invalid_value').check(z.normalize('NFC'), atMost(max, tooLong), allowedCharacters);
}
