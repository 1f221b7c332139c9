import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { repositoryRoot } from '../../test-kit/repositoryRoot';

const SEED = 4711;
const root = repositoryRoot();

test('SEED=n is the seed of fast-check in every project', () => {
  process.env.SEED = String(SEED);
  const { default: config } = require('../../jest.config') as {
    default: { projects: Array<{ displayName: string; setupFiles?: string[] }> };
  };
  const seeds = config.projects.map(({ displayName, setupFiles = [] }) => {
    const setup = setupFiles.find((file) => file.endsWith('seed.setup.ts'));
    fc.resetConfigureGlobal();
    if (setup) jest.isolateModules(() => require(setup));
    return [displayName, fc.readConfigureGlobal().seed];
  });
  expect(seeds).toContainEqual(['shared', SEED]);
  expect(seeds.filter(([, seed]) => seed !== SEED)).toEqual([]);
});

test('no test chooses a seed of its own, which SEED could not give', () => {
  // The embedded database is a package of its own, with a generator of its own.
  const isForeign = /\/(node_modules|embedded-mongo)\//;
  const tests = ['shared', 'server', 'client', 'simulation'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !isForeign.test(file)),
  );
  const choosing = /Math\.floor\(\s*Math\.random\(\)|Date\.now\(\) %/g;
  const offending = tests.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(choosing)].map(
      ([found]) => `${path.relative(root, file)}: ${found}`,
    ),
  );
  expect(offending).toEqual([]);
});
