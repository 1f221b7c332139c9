// Bundles the client's and the server's code for the simulation: node bundle.mjs, or import { bundleSimulation }.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Columns are renumbered after a few moves into one gap, not after hundreds (R5). */
const shortRanks = {
  name: 'short-ranks',
  setup(bundle) {
    bundle.onLoad({ filter: /shared\/src\/rank\/rank\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text.replace('RANK_MAX_LENGTH = 64', 'RANK_MAX_LENGTH = 3');
      if (contents === text) throw new Error(`${file} has no limit to shorten`);
      return { contents, loader: 'ts' };
    });
  },
};

const common = {
  absWorkingDir: folder,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
};

/**
 * Writes {tab,node,indexeddb}.js to a folder, function bodies: `loader.ts` runs each in a made-up environment, whose
 * globals are its parameters. A plugin's modules replace the real ones.
 */
export function bundleCode(outdir, plugins = []) {
  return build({
    ...common,
    entryPoints: {
      tab: 'client/tab.entry.ts',
      indexeddb: 'client/indexeddb.entry.ts',
      node: 'server/node.entry.ts',
    },
    outdir,
    plugins: [...plugins, shortRanks],
    mainFields: ['module', 'main'],
    // Code without its own clock or randomness, and modules that the loader replaces.
    external: [
      '@livelane/embedded-mongo/package.json',
      'mongoose',
      'express',
      'pino',
      'ioredis',
      'zod',
      'zod/*',
      '@reduxjs/toolkit',
      'react',
      'react-redux',
    ].concat([
      '@node-rs/argon2',
      'jsonwebtoken',
      'cookie',
      'rate-limiter-flexible',
      'socket.io',
      'socket.io-client',
    ]),
  });
}

/** Writes dist/: the code under simulation, and simulate.js, the program behind `npm run simulate`. */
export async function bundleSimulation() {
  await Promise.all([
    bundleCode('dist'),
    build({
      ...common,
      entryPoints: { simulate: 'simulate.ts' },
      outdir: 'dist',
      packages: 'external',
      alias: { '@livelane/shared': path.join(folder, '../shared/src') },
      sourcemap: true,
    }),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleSimulation();
