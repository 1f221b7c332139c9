import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../test-kit/repositoryRoot';

/** A Chromium that starts on this machine, and the environment that it needs for that. */
export interface ChromiumProgram {
  executablePath: string;
  env: Record<string, string>;
  /** Where it was found, for people. */
  origin: string;
}

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * For a browser without a screen, a graphics card and calls home. Never the flags that the npm package proposes: they
 * switch the web's security off, and a test with them would prove nothing.
 */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Carried by the npm package for machines without them, with the Debian package of each. */
const CARRIED_LIBRARIES = new Map([
  ['libnss3.so', 'libnss3'],
  ['libnssutil3.so', 'libnss3'],
  ['libnspr4.so', 'libnspr4'],
  ['libplc4.so', 'libnspr4'],
  ['libplds4.so', 'libnspr4'],
  ['libexpat.so.1', 'libexpat1'],
]);

const START_TIMEOUT_MS = 30_000;

/** Where programs of these names are on the search path. */
export function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).filter(isExecutable);
}

/**
 * The browser of the tests: `CHROMIUM_PATH` (`carried` for the one that an npm package carries), else one of the system,
 * else the carried one.
 * @throws with what to do, when there is none that starts: browser tests are never skipped silently
 */
export function findChromium(): ChromiumProgram {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen === 'carried') return carriedChromium();
  if (chosen) {
    const fault = startFault(chosen, {});
    if (fault) throw new Error(`CHROMIUM_PATH is ${chosen}, but that does not start: ${fault}`);
    return { executablePath: chosen, env: {}, origin: 'CHROMIUM_PATH' };
  }
  const faults: string[] = [];
  const system = systemChromium(faults);
  if (system) return system;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      ['The browser tests need Chromium or Google Chrome: install it, or set CHROMIUM_PATH.', ...faults].join(
        '\n',
      ),
    );
  }
  return carriedChromium(faults);
}

/** @param faults gets what does not start */
export function systemChromium(faults: string[] = []): ChromiumProgram | undefined {
  for (const executablePath of [...onPath(SYSTEM_NAMES), ...MAC_PATHS.filter(isExecutable)]) {
    const fault = startFault(executablePath, {});
    if (!fault) return { executablePath, env: {}, origin: 'system' };
    faults.push(`${executablePath}: ${fault}`);
  }
  return undefined;
}

export function carriedChromium(faults: string[] = []): ChromiumProgram {
  const unpack = path.join(repositoryRoot(), '.tools', 'unpack-chromium.mjs');
  const folder = execFileSync(process.execPath, [unpack], { encoding: 'utf8' }).trim();
  const executablePath = path.join(folder, 'chromium');
  const fonts = { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') };
  const origin = 'npm package @sparticuz/chromium';
  const fault = startFault(executablePath, fonts);
  if (!fault) return { executablePath, env: fonts, origin };
  const env = { ...fonts, LD_LIBRARY_PATH: path.join(folder, 'lib') };
  const secondFault = startFault(executablePath, env);
  if (!secondFault) return { executablePath, env, origin: `${origin}, with its own libraries` };
  const packages = [...new Set(CARRIED_LIBRARIES.values())].join(' ');
  throw new Error(
    [
      'The browser tests found no Chromium that starts here. Install one, or the libraries that the carried one needs:',
      `  apt-get install chromium      or      apt-get install ${packages}`,
      'or set CHROMIUM_PATH to a Chromium of yours.',
      ...faults,
      `${executablePath}: ${fault}`,
      `${executablePath} with its own libraries: ${secondFault}`,
    ].join('\n'),
  );
}

/** Why the program does not start; null when it does. */
function startFault(executablePath: string, env: Record<string, string>): string | null {
  const result = spawnSync(executablePath, ['--headless', '--no-sandbox', '--disable-gpu', '--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: START_TIMEOUT_MS,
  });
  if (result.error) return result.error.message;
  if (result.status === 0) return null;
  const missing = /([\w.+-]+\.so[\w.]*): cannot open shared object file/.exec(result.stderr)?.[1];
  if (!missing)
    return result.stderr.trim().split('\n').at(-1) || `it ended with ${result.status ?? result.signal}`;
  const debianPackage = CARRIED_LIBRARIES.get(missing);
  return `${missing} is missing${debianPackage ? ` (Debian package ${debianPackage})` : ''}`;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
