// Bundles the server into dist/main.js: node build.mjs, or import { buildServer }.
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

/** Writes dist/main.js and beside it the programs of src/maintenance: backup.js, restore.js, demo.js. */
export async function buildServer() {
  await build({
    absWorkingDir: folder,
    entryPoints: [
      'src/main.ts',
      'src/maintenance/backup.ts',
      'src/maintenance/restore.ts',
      'src/maintenance/renew-epochs.ts',
      'src/maintenance/reset-password.ts',
      'src/maintenance/doctor/doctor.ts',
      'src/maintenance/import/import-embedded.ts',
      'src/maintenance/demo/demo.ts',
    ],
    entryNames: '[name]',
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: [
      ...installedDependencies(folder, path.join(folder, 'embedded-mongo')),
      // Resolved at run time: the database's worker thread lies beside it.
      '@livelane/embedded-mongo/package.json',
    ],
    sourcemap: true,
    logLevel: 'warning',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
