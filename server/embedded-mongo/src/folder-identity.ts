import { statSync } from 'node:fs';

/** Tells a folder from all others of this machine, also from a copy of it. */
export function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
}
