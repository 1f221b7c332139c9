/** Joins texts for users according to the specification (section 8). */
export function joinMessages(texts: readonly string[]): string {
  return [...new Set(texts)].join('. ');
}
