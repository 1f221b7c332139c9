// Installs the packages when they are missing or are not those of package-lock.json.
import './lib/node-version.mjs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isMain, root, run, say, since } from './lib/run.mjs';

/**
 * Whether node_modules matches package-lock.json, by npm's own record of installed packages. Contents are
 * compared and not times, which a clone or a checkout changes at will.
 * @returns {string | null} why an installation is needed; null when it is not
 */
export function missingPackages() {
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing or damaged');
  const installed = packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'nothing is installed yet';
  for (const [name, { version, optional, integrity }] of Object.entries(wanted)) {
    if (!name.startsWith('node_modules/') && !name.includes('/node_modules/')) continue;
    const found = installed[name];
    if (!found) {
      // Optional packages are mostly for other systems: npm leaves those out.
      if (optional) continue;
      return `${name} is not installed`;
    }
    if (found.version !== version) return `${name} has another version`;
    if (found.integrity !== integrity) return `${name} has other contents`;
  }
  return null;
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Runs `npm ci` when needed. Ends the process with npm's exit code when that fails. */
export async function ensureInstalled() {
  const reason = missingPackages();
  if (reason === null) return;
  say(`installing packages (${reason}); this takes a minute the first time`);
  const start = performance.now();
  // Development packages build the client, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args).catch((error) => {
        console.error(`livelane: npm could not be started: ${error.message}`);
        return 1;
      });
  if (code !== 0) {
    console.error('livelane: the packages could not be installed; see the messages above');
    process.exit(code);
  }
  say(`packages installed in ${since(start)}`);
}

if (isMain(import.meta.url)) await ensureInstalled();
