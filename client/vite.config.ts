import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './build/firstPaint.ts';
import { lateScripts } from './build/lateScripts.ts';
import { precompileMessages } from './build/messages.ts';
import { nameAfterFile } from './build/nameAfterFile.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/serviceWorker.ts';
import { withoutPrefixer } from './build/withoutPrefixer.ts';

/** Where the server listens during development. */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** The oldest browsers that Livelane runs in; README names them, too. */
const SUPPORTED = ['chrome121', 'edge121', 'firefox128', 'safari17.4'];

/**
 * What one screen needs travels together: dozens of small files compress a tenth worse than a few. A group takes its
 * modules and all that they import, unless a group above has it.
 */
const groups = [
  { name: 'early', test: /rolldown\/runtime|\/src\/main\.ts$/ },
  {
    name: 'base',
    // What forms and their schemas share with boards belongs here: else a form would fetch a board's script.
    test: /\/src\/(app\/(boot\/renderApp|layouts\/PublicLayout)|features\/auth\/auth\.api|ui\/(page\/PageTitle|TextLink|focusableDisabled|useErrorText))\.tsx?$|\/values\/(blank|text-length)\.ts$|\/@mui\/material\/(Paper\/Paper|utils\/(useEnhancedEffect|useSlot))\.mjs$/,
  },
  {
    name: 'board',
    test: /\/src\/(app\/layouts\/(PrivateLayout|RequireParam)|features\/boards\/pages\/ProjectBoardPage)\.tsx$/,
  },
  // The login page and what all forms are made of: visitors fetch it beside the base, others with the first dialog.
  { name: 'forms', test: /\/src\/features\/auth\/pages\/LoginPage\.tsx$/ },
  // What the personal board alone needs.
  { name: 'personal', test: /\/src\/features\/boards\/pages\/PersonalBoardPage\.tsx$/ },
  // What checks the forms of visitors.
  { name: 'schemas', test: /\/shared\/src\/auth\/(auth|account)\.schema\.ts$/ },
  // What dialogs are made of: fifty small files would be asked for one by one.
  {
    name: 'dialogs',
    test: /\/src\/(ui\/(dialog|form|layers)\/|features\/labels\/components\/LabelField\.tsx$)/,
  },
  { name: 'task', test: /\/src\/features\/boards\/(task\/OpenedTask|conversation\/TaskConversation)\.tsx$/ },
];

/** The package's entry is its development build, with warnings that users do not read: 0.4 kB of brotli on the login page. */
const ROUTER = path.resolve(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs');

/** In place of modules that would be in the first scripts for nobody. */
const UNUSED = [
  // Text fields of this product are outlined; MUI's bring the other two kinds along: 1.3 kB of brotli in later scripts.
  { find: /^\.\.\/(Filled)?Input\/index\.mjs$/, replacement: '@mui/material/OutlinedInput' },
  // For components that are wrapped in the old way and have static properties: 0.9 kB of brotli on the login page.
  {
    find: /^hoist-non-react-statics$/,
    replacement: path.resolve(import.meta.dirname, 'build/keepTarget.ts'),
  },
  // It would be put into pages that a server has rendered: 0.6 kB of brotli on the login page.
  {
    find: /^\.\.\/InitColorSchemeScript\/InitColorSchemeScript\.mjs$/,
    replacement: path.resolve(import.meta.dirname, 'build/noSchemeScript.ts'),
  },
  // For styled elements that are given what is no attribute of theirs: 1.6 kB of brotli on the login page.
  {
    find: /^@emotion\/is-prop-valid$/,
    replacement: path.resolve(import.meta.dirname, 'build/everyProp.ts'),
  },
  // `styled.div` and so on, in place of `styled('div')`: 0.4 kB of brotli on the login page.
  { find: /^@emotion\/styled$/, replacement: '@emotion/styled/base' },
  // For buttons that are loading, of which there are none: 0.8 kB of brotli on the login page.
  {
    find: /^\.\.\/CircularProgress\/index\.mjs$/,
    replacement: path.resolve(import.meta.dirname, 'build/noProgress.ts'),
  },
  // A way to connect that realtime.socket.ts does not name: 0.9 kB of brotli on the first board.
  {
    find: /^\.\/webtransport\.js$/,
    replacement: path.resolve(import.meta.dirname, 'build/noWebTransport.ts'),
  },
  // All messages are JSON: 0.3 kB of brotli on the first board.
  {
    find: /^\.\/(is-)?binary\.js$/,
    replacement: path.resolve(import.meta.dirname, 'build/noBinary.ts'),
  },
];

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    lateScripts(),
    precompileMessages(),
    withoutPrefixer(),
    firstPaint('base', 'inter-latin-wght-normal'),
    serviceWorker(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: SUPPORTED,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups } }, checks: { pluginTimings: false } },
  },
  css: { modules: { generateScopedName: nameAfterFile() } },
  resolve: {
    tsconfigPaths: true,
    alias: command === 'build' ? [{ find: /^react-router$/, replacement: ROUTER }, ...UNUSED] : [],
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/v1': SERVER,
      // Asked to find out whether the server can be reached.
      '/healthz': SERVER,
      '/socket.io': { target: SERVER, ws: true },
    },
  },
}));
