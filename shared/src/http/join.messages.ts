/** Joins texts for people as the specification says (section 8). */
export function joinMessages(texts: readonly string[]): string {
  return [...new Set(texts)].join('. ');
}
