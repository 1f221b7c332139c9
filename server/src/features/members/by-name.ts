const collator = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** Alphabetical order for lists of people; ties by id. */
export function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}
