import { linkSync, readFileSync, writeFileSync } from 'node:fs';

/** Gives a draft, which stays, a second name; false if that is taken. */
export function createFile(draft: string, file: string): boolean {
  try {
    // A link appears with its content or not at all. File systems without links get a file that is written in place.
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      writeFileSync(file, readFileSync(draft), { flag: 'wx', mode: 0o600 });
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
