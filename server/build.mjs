// Bundles the server into dist/: node build.mjs, or import { buildServer }.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** What few installations use, and none for its first answer: left where npm put it until then, for a running script keeps its text. */
const RARE = ['ioredis', 'jose', 'nodemailer', 'openid-client', 'web-push'];

/** Functions of packages that make large tables when they are loaded, for hosts and passwords that few addresses of a database have. */
const LARGE_TABLES = { '@mongodb-js/saslprep': ['saslprep'], tr46: ['toASCII', 'toUnicode'] };

/** Loads a package at the first call of one of its functions. */
const loadAtFirstCall = {
  name: 'load-at-first-call',
  setup({ onResolve, onLoad }) {
    const namespace = 'load-at-first-call';
    onResolve({ filter: new RegExp(`^(${Object.keys(LARGE_TABLES).join('|')})$`) }, (args) =>
      args.namespace === namespace ? undefined : { path: args.path, namespace, pluginData: args.resolveDir },
    );
    onLoad({ filter: /.*/, namespace }, ({ path: name, pluginData: resolveDir }) => ({
      contents: LARGE_TABLES[name]
        .map((each) => `exports.${each} = (...args) => require('${name}').${each}(...args);`)
        .join('\n'),
      resolveDir,
    }));
  },
};

/**
 * Writes dist/main.js and what it loads: server.js, all of the server with its packages in one file, which is read faster
 * than thousands, and server.code, compiled. Beside them the programs of src/maintenance, a file each.
 */
export async function buildServer() {
  await Promise.all([
    build({ ...common, entryPoints: ['src/main.ts'] }),
    build({
      ...common,
      entryPoints: ['src/server.ts'],
      minifyWhitespace: true,
      lineLimit: 200,
      legalComments: 'none',
      // main.ts calls it as Node calls a module; put around the text there, it would be a second text in memory.
      banner: { js: '(function (exports, require, module, __filename, __dirname) {' },
      footer: { js: '})' },
      // A compiled script has no loader for `import()`; `require` loads both kinds of modules.
      supported: { 'dynamic-import': false },
      // Tables of encodings and kinds of files are data, not script.
      loader: { '.json': 'copy' },
      plugins: [loadAtFirstCall],
      // Native code stays where npm put it, too.
      external: [WORKER, '@node-rs/argon2', ...RARE],
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
  compileByLaunch();
}

/** Launches the server once, on a folder of its own and with no settings but these. The worker must have been built. */
function compileByLaunch() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'livelane-build-'));
  try {
    execFileSync(process.execPath, [path.join(folder, 'dist/main.js'), '--compile'], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: '0',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
