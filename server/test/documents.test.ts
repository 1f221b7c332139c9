import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tableRows } from '../../test-kit/markdown-table';
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

const IS_SOURCE = /\.(tsx?|mjs)$/;
/** Common to all programs, or said by programs of ours to others. */
const NOT_FOR_PEOPLE = ['NODE_ENV', 'PATH', 'TMPDIR', 'LIVELANE_TEST_COUNTS', 'SIMULATION_BUNDLES'];

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

test('a document names every variable of the environment that code reads', () => {
  const sources = filesIn('server', 'client', 'shared', 'simulation', 'test-kit', '.tools').filter((file) =>
    IS_SOURCE.test(file),
  );
  const pattern = /process\.env\.([A-Z]\w*)|\{([^{}]*)\} = process\.env/g;
  const names = sources.flatMap((file) =>
    [...read(file).matchAll(pattern)].flatMap(([, name, several = '']) => [
      ...(name === undefined ? [] : [name]),
      ...(several.match(/\b[A-Z]\w*/g) ?? []),
    ]),
  );
  expect(names).toEqual(expect.arrayContaining(['UV_THREADPOOL_SIZE', 'MONGODB_URI', 'SEED']));
  const documents = ['README.md', 'CONTRIBUTING.md', 'SPEC.md', ...filesIn('docs', 'server', 'simulation')]
    .filter((file) => file.endsWith('.md'))
    .map(read)
    .join('\n');
  const isNamed = (name: string) => new RegExp(`\`([^\`]*\\s)?${name}[\`= ]`).test(documents);
  const isMissing = (name: string) => !NOT_FOR_PEOPLE.includes(name) && !isNamed(name);
  expect([...new Set(names)].filter(isMissing).sort()).toEqual([]);
});

test('simulation/README.md tells of each mutation, and of no other', () => {
  const listed = [...read('simulation/mutations/mutations.mjs').matchAll(/^ {4}name: (['"])(.*)\1,$/gm)];
  const names = listed.map(([, , name = '']) => name.replace(/’/g, "'"));
  const told = tableRows(read('simulation/README.md'), '| fault | seed ').map(([name]) => name);
  expect(told.sort()).toEqual(names.sort());
});

test('all packages have the version that CHANGELOG.md begins with', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const folders = ['', ...workspaces];
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string }>;
  };
  const versions = folders.flatMap((folder) => {
    const { version } = JSON.parse(read(path.join(folder, 'package.json'))) as { version: string };
    return [version, packages[folder]?.version];
  });
  const [, latest] = /^## (.*?)(?: \(unreleased\))?$/m.exec(read('CHANGELOG.md')) ?? [];
  expect(versions).toEqual(versions.map(() => latest));
});
