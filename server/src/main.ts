import { readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/**
 * Loads the built server with the code that V8 compiled of it when it was built (`node main.js --compile`): compiling would
 * take half of a start. V8 refuses code of another version or machine, and compiles again.
 */
const file = path.join(__dirname, 'server.js');
const codeFile = path.join(__dirname, 'server.code');
const isCompiling = process.argv[2] === '--compile';

const script = new Script(Module.wrap(readFileSync(file, 'utf8')), {
  filename: file,
  cachedData: isCompiling ? undefined : compiledCode(),
});
const loaded = { exports: {} as typeof import('./server') };
script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, __dirname);
// What ran while it was loaded is compiled by now.
if (isCompiling) writeFileSync(codeFile, script.createCachedData());
else void loaded.exports.serve();

function compiledCode(): Buffer | undefined {
  try {
    return readFileSync(codeFile);
  } catch {
    return undefined;
  }
}
