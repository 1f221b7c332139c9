import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The repository's folder, found from the working folder, so that tests and scripts of every module system agree.
 * @throws outside the repository
 */
export function repositoryRoot(): string {
  for (let folder = process.cwd(); ; folder = path.dirname(folder)) {
    const file = path.join(folder, 'package.json');
    if (existsSync(file)) {
      const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: string };
      if (name === 'livelane') return folder;
    }
    if (folder === path.dirname(folder)) throw new Error(`${process.cwd()} is not in Livelane's repository`);
  }
}
