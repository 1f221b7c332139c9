/** The length of a text for limits: code points of its composed form (NFC), the same on client and server. */
export function textLength(text: string): number {
  let length = 0;
  for (const _codePoint of text.normalize('NFC')) length++;
  return length;
}
