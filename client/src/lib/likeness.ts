/** Whether a name or a part of it begins like this, ignoring accents and case. */
export function beginsLike(name: string, query: string): boolean {
  return ` ${plainOf(name)}`.includes(` ${plainOf(query)}`);
}

/** Whether a name contains something like this, ignoring accents and case. */
export function containsLike(name: string, query: string): boolean {
  return plainOf(name).includes(plainOf(query));
}

const plainOf = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
