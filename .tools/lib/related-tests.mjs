import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { bin, root } from './run.mjs';

/** The module that assembles the product: a test that imports it depends on nearly every file of the server. */
const PRODUCT = 'server/src/services.ts';
/** The heart of the product; tested after any change in the server or in `shared`. */
const SMOKE = [
  'server/test/http.test.ts',
  'server/test/board-responses.test.ts',
  'server/test/rules-live.test.ts',
  'server/test/rules-oplog.test.ts',
];

/**
 * The tests that a change most likely breaks. Of those that depend on a changed file, a test of the whole server is
 * chosen only if it is near: of the same feature, or importing the changed file or one beside it by name. So is every
 * test of a feature whose shared part has changed, for Jest does not follow imports from one package to another.
 * @param {string[]} changed paths below the repository's folder
 * @returns {Promise<string[]>} such paths of test files
 */
export async function testsOf(projects, changed) {
  const sources = changed.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && existsSync(path.join(root, file)));
  if (sources.length === 0) return [];
  const [related, ofAll, all] = await Promise.all([
    listTests(projects, ['--findRelatedTests', ...sources]),
    listTests(projects, ['--findRelatedTests', PRODUCT]),
    listTests(projects, []),
  ]);
  const near = (test) => sources.some((source) => isNear(test, source));
  const sharedNear = (test) => sources.some((source) => source.startsWith('shared/') && isNear(test, source));
  const chosen = new Set([
    ...related.filter((test) => !ofAll.includes(test) || near(test)),
    ...all.filter(sharedNear),
    ...(sources.some((source) => /^(server|shared)\//.test(source)) ? SMOKE : []),
  ]);
  return [...chosen].sort();
}

async function listTests(projects, args) {
  const words = ['--selectProjects', ...projects, '--listTests', '--json', ...args];
  const { stdout } = await promisify(execFile)(bin('jest'), words, { cwd: root, maxBuffer: 2 ** 24 });
  const files = JSON.parse(stdout.slice(stdout.indexOf('[')));
  return files.map((file) => path.relative(root, file));
}

/** Of the same feature, or with an import of the changed file, or of one that is beside it in the server's sources. */
function isNear(test, source) {
  if (test === source) return true;
  const feature = featureOf(source);
  if (feature && feature === featureOf(test)) return true;
  const module = source.replace(/\.\w+$/, '');
  return importsOf(test).some(
    (imported) =>
      imported === module ||
      (source.startsWith('server/src/') && path.dirname(imported) === path.dirname(source)),
  );
}

/** The folder's name, which is the same in all packages. */
function featureOf(file) {
  return /^(?:shared\/src|(?:server|client)\/src\/features)\/([^/]+)\//.exec(file)?.[1];
}

/** The modules of the repository that a file imports by name, without endings; types are for the type check. */
function importsOf(file) {
  const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/^import type [^;]*;/gm, '');
  return [...text.matchAll(/from '([^']+)'/g)].map(([, name]) =>
    name.startsWith('.')
      ? path.join(path.dirname(file), name)
      : name.replace(/^@livelane\/shared\//, 'shared/src/'),
  );
}
