import { isBlank } from '@livelane/shared/values/blank';

/** What was typed, without space around it. Empty where nothing would be seen: the server takes that for missing. */
export const typedText = (text: string): string => (isBlank(text) ? '' : text.trim());
