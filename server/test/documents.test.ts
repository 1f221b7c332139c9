import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../test-kit/repositoryRoot';

const root = repositoryRoot();
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Files of ours in these folders, as paths from the repository's root. */
function filesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => !/(^|\/)(node_modules|dist|data)\//.test(file)),
  );
}

/** A pattern with one group of alternatives, taken apart: each must find something. */
function alternativesOf(pattern: string): string[] {
  const [, before = '', group, after = ''] = /^(.*)\(([^()]*)\)(.*)$/.exec(pattern) ?? [];
  return group === undefined ? [pattern] : group.split('|').map((word) => before + word + after);
}

test('.ci/run chooses test files that exist, each by its name', () => {
  const tests = filesIn('server/test', 'client/e2e').filter((file) => file.endsWith('.test.ts'));
  const patterns = [...read('.ci/run').matchAll(/--testPathPatterns '([^']+)'/g)].map(
    ([, text = '']) => text,
  );
  expect(patterns).not.toEqual([]);
  const findsNothing = (pattern: string) => !tests.some((file) => new RegExp(pattern).test(file));
  expect(patterns.flatMap(alternativesOf).filter(findsNothing)).toEqual([]);
});
