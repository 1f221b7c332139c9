// Builds missing or outdated parts: database worker, server, client.
import './lib/node-version.mjs';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { bin, isMain, root, run, say, since } from './lib/run.mjs';

/** Beside the output: the hash of the sources that it was made from. */
const STAMP = '.sources';
const COMMON_SOURCES = ['package-lock.json', '.config/tsconfig.base.json'];
const NOT_BUILT = /\.test\.tsx?$|^\.|~$/;

const parts = {
  worker: {
    title: 'database worker',
    sources: ['server/embedded-mongo/src', 'server/embedded-mongo/build.mjs'],
    output: 'server/embedded-mongo/dist',
    result: 'worker.js',
    build: () => buildByScript('server/embedded-mongo/build.mjs', 'buildEmbeddedMongo'),
  },
  server: {
    title: 'server',
    sources: ['server/src', 'server/build.mjs', 'server/embedded-mongo/src', 'shared/src'],
    output: 'server/dist',
    result: 'main.js',
    // It has the code that this V8 has compiled; another one would compile again at each launch, for half a second.
    builtFor: `${process.versions.v8} ${process.arch}`,
    build: () => buildByScript('server/build.mjs', 'buildServer'),
  },
  client: {
    title: 'client',
    sources: [
      'client/src',
      'client/public',
      'client/index.html',
      'client/build',
      'client/vite.config.ts',
      'shared/src',
    ],
    output: 'client/dist',
    result: 'index.html',
    async build() {
      const code = await run(bin('vite'), ['build', '--logLevel', 'warn'], {
        cwd: path.join(root, 'client'),
        env: { ...process.env, NODE_ENV: 'production' },
      });
      if (code !== 0) throw new Error(`vite ended with code ${code}`);
    },
  },
};

async function buildByScript(file, name) {
  const script = await import(pathToFileURL(path.join(root, file)).href);
  await script[name]();
}

/** A hash over the names and contents of the files, and what they are built for: times play no part. */
function hashOf({ sources, builtFor = '' }) {
  const hash = createHash('sha256').update(builtFor);
  const add = (relative) => {
    const file = path.join(root, relative);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(file).sort()) if (!NOT_BUILT.test(name)) add(path.join(relative, name));
    } else {
      hash.update(`${relative}\0${stat.size}\0`).update(readFileSync(file));
    }
  };
  for (const source of [...COMMON_SOURCES, ...sources]) add(source);
  return hash.digest('hex');
}

function isCurrent({ output, result }, hash) {
  const stamp = path.join(root, output, STAMP);
  return (
    existsSync(path.join(root, output, result)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8').trim() === hash
  );
}

/**
 * Builds the named parts where their sources changed.
 * @param {(keyof typeof parts)[]} names
 * @throws when a part cannot be built
 */
export async function buildIfNeeded(names = ['worker', 'server', 'client']) {
  for (const name of names) {
    const part = parts[name];
    const hash = hashOf(part);
    if (isCurrent(part, hash)) continue;
    const start = performance.now();
    say(`building the ${part.title}`);
    const stamp = path.join(root, part.output, STAMP);
    rmSync(stamp, { force: true });
    await part.build();
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, `${hash}\n`);
    say(`${part.title} built in ${since(start)}`);
  }
}

if (isMain(import.meta.url)) {
  await ensureInstalled();
  await buildIfNeeded();
  say('everything is built');
}
