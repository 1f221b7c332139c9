// Bundles the server into dist/: node build.mjs, or import { buildServer }.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = path.dirname(fileURLToPath(import.meta.url));

/** The workspace's own packages are TypeScript and go into the bundle; what npm installed stays outside. */
function installedDependencies(...packageFolders) {
  const names = packageFolders.flatMap((each) =>
    Object.keys(JSON.parse(readFileSync(path.join(each, 'package.json'), 'utf8')).dependencies ?? {}),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('@livelane/'));
}

const common = {
  absWorkingDir: folder,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: true,
  // The sources lie beside it.
  sourcesContent: false,
  logLevel: 'warning',
};

/** Resolved at run time: the database's worker thread is beside it. */
const WORKER = '@livelane/embedded-mongo/package.json';

/**
 * Writes dist/main.js and what it loads: server.js, all of the server with its packages in one file, which is read faster
 * than thousands, and server.code, compiled. Beside them the programs of src/maintenance: backup.js, restore.js, demo.js.
 */
export async function buildServer() {
  await Promise.all([
    build({
      ...common,
      entryPoints: ['src/main.ts', 'src/server.ts'],
      // A running script keeps its text, and text beyond Latin-1, even in a comment, takes twice the memory.
      minifyWhitespace: true,
      lineLimit: 200,
      legalComments: 'none',
      // Native code stays where npm put it.
      external: [WORKER, '@node-rs/argon2'],
    }),
    build({
      ...common,
      entryPoints: [
        'src/maintenance/backup.ts',
        'src/maintenance/restore.ts',
        'src/maintenance/renew-epochs.ts',
        'src/maintenance/reset-password.ts',
        'src/maintenance/doctor/doctor.ts',
        'src/maintenance/import/import-embedded.ts',
        'src/maintenance/demo/demo.ts',
      ],
      entryNames: '[name]',
      external: [...installedDependencies(folder, path.join(folder, 'embedded-mongo')), WORKER],
    }),
  ]);
  execFileSync(process.execPath, [path.join(folder, 'dist/main.js'), '--compile'], { stdio: 'inherit' });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
