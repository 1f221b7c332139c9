import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { TYPE } from '@formatjs/icu-messageformat-parser/no-parser.js';

export * from '@formatjs/icu-messageformat-parser/no-parser.js';

/** The parser of the built product: what is still a text by then has no placeholders. */
export function parse(text: string): MessageFormatElement[] {
  return [{ type: TYPE.literal, value: text }];
}
