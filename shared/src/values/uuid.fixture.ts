/** A fixed UUID of version 4 for tests: the same number gives the same id. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
