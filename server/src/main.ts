import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/**
 * The heap grows by this many per cent of its live size between garbage collections. By default V8 lets a small heap
 * grow to four times that, which after a busy hour is a third of the process. Set first: cached code needs the same
 * flags.
 */
const HEAP_GROWTH_PERCENT = 60;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);

/**
 * Loads the built server with V8's code cache, made by a launch at build time (`node main.js --compile`): compiling
 * would take half of a start. V8 rejects a cache of another version or machine, and compiles again.
 */
const file = path.join(__dirname, 'server.js');
const codeFile = path.join(__dirname, 'server.code');
const isCompiling = process.argv[2] === '--compile';

// The bundle is ASCII: as Latin-1, its text lies outside the heap, once.
const script = new Script(readFileSync(file, 'latin1'), {
  filename: file,
  cachedData: isCompiling ? undefined : compiledCode(),
});
const loaded = { exports: {} as typeof import('./server') };
script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, __dirname);
const launched = loaded.exports.serve();
if (isCompiling) {
  // By then the code that a launch runs is compiled.
  void launched.then(() => {
    writeFileSync(codeFile, script.createCachedData());
    process.kill(process.pid, 'SIGINT');
  });
}

function compiledCode(): Buffer | undefined {
  try {
    return readFileSync(codeFile);
  } catch {
    return undefined;
  }
}
