/** @jest-config-loader esbuild-register */
import path from 'node:path';
import type { Config } from 'jest';

const SWC = '@swc/jest';

const compiledBy = (transformer: string, jsx: boolean): Config['transform'] => ({
  '^.+\\.(t|j|mj)sx?$': [
    transformer,
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: jsx },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'commonjs' },
    },
  ],
});

/** Packages that ship ECMAScript modules only: Jest runs CommonJS, so it transforms them. */
const esmOnly = [
  'react-intl',
  '@formatjs',
  'intl-messageformat',
  'fractional-indexing',
  '@noble',
  'jose',
  'openid-client',
  'oauth4webapi',
].join('|');

/** Only where SEED is given: it has each test file load fast-check. */
const seeded = process.env.SEED ? [path.join(__dirname, 'test-kit/jest/seed.setup.ts')] : [];

const common = (name: string, folder: string, jsx = false): Config => ({
  displayName: name,
  rootDir: folder,
  // Beside the packages, and not among temporary files: the next run starts with what this one has compiled.
  cacheDirectory: path.join(__dirname, 'node_modules', '.cache', 'jest'),
  transform: compiledBy(SWC, jsx),
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly})/)`],
  setupFiles: seeded,
  restoreMocks: true,
});

const config: Config = {
  // Only ends a test that hangs; two busy cores make many of them slow.
  testTimeout: 120_000,
  testSequencer: '<rootDir>/.config/longest-first.sequencer.mjs',
  projects: [
    { ...common('shared', '<rootDir>/shared'), testMatch: ['<rootDir>/src/**/*.test.ts'] },
    {
      ...common('embedded-mongo', '<rootDir>/server/embedded-mongo'),
      globalSetup: '<rootDir>/test/build.setup.ts',
      testMatch: ['<rootDir>/{src,test}/**/*.test.ts'],
    },
    {
      ...common('server', '<rootDir>/server'),
      globalSetup: '<rootDir>/embedded-mongo/test/build.setup.ts',
      runtime: '<rootDir>/../test-kit/jest/packages.runtime.mjs',
      testEnvironment: '<rootDir>/test/database.environment.ts',
      testMatch: ['<rootDir>/{src,test}/**/*.test.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/embedded-mongo/',
        '<rootDir>/test/process/',
        '<rootDir>/test/faults/',
      ],
    },
    {
      // A replica set, two nodes and Redis that fail one after the other: npm run test:faults.
      ...common('faults', '<rootDir>/server'),
      testMatch: ['<rootDir>/test/faults/*.test.ts'],
    },
    {
      // Whole histories under a fake clock; see simulation/README.md.
      ...common('simulation', '<rootDir>/simulation'),
      globalSetup: '<rootDir>/test/bundle.setup.ts',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
    },
    {
      // The built server as a process of its own, with signals and restarts.
      ...common('process', '<rootDir>/server'),
      globalSetup: '<rootDir>/../simulation/test/bundle.setup.ts',
      roots: ['<rootDir>/test/process', '<rootDir>/../simulation/real'],
      testMatch: ['<rootDir>/test/process/**/*.test.ts', '<rootDir>/../simulation/real/**/*.test.ts'],
    },
    {
      ...common('client', '<rootDir>/client', true),
      transform: compiledBy('<rootDir>/src/test/glob.transform.mjs', true),
      // A file that needs a page says so: @jest-environment jsdom. Making one takes longer than many a test.
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{src,build}/**/*.test.{ts,tsx}'],
      moduleNameMapper: {
        '\\.css$': '<rootDir>/src/test/cssModule.ts',
        // The paths of client/tsconfig.json, which the other tools read themselves.
        '^#(app|board-sync|features|i18n|lib|realtime|store|test|ui)/(.*)$': '<rootDir>/src/$1/$2',
      },
      setupFiles: ['<rootDir>/src/test/setup.ts', ...seeded],
    },
    {
      ...common('browser', '<rootDir>/client'),
      globalSetup: '<rootDir>/e2e/chromium.setup.ts',
      testEnvironment: '<rootDir>/e2e/browser.environment.ts',
      setupFilesAfterEnv: ['<rootDir>/e2e/browser.setup.ts'],
      testMatch: ['<rootDir>/e2e/*.test.ts'],
    },
    {
      // The main journeys in each browser that we support: npm run test:browsers.
      ...common('browsers', '<rootDir>/client'),
      testEnvironment: '<rootDir>/e2e/browsers/browsers.environment.ts',
      testMatch: ['<rootDir>/e2e/browsers/*.test.ts'],
    },
  ],
};

export default config;
