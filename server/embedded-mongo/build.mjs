// Bundles the worker thread's code and the two programs: node build.mjs, or import { buildEmbeddedMongo }.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** Writes dist/worker.js, dist/standalone.js and dist/backup-cli.js. lmdb stays outside: it has a native part. */
export async function buildEmbeddedMongo() {
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/worker.ts', 'src/standalone.ts', 'src/backup-cli.ts'],
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20',
    // A running script keeps its text, and one character beyond Latin-1, even in a comment, doubles that.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'none',
    format: 'cjs',
    external: ['lmdb', '@livelane/embedded-mongo/package.json'],
    sourcemap: true,
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildEmbeddedMongo();
