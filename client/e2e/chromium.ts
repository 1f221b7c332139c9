import { spawnSync } from 'node:child_process';
import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { repositoryRoot } from '../../server/test/process/repository';

/** A Chromium that starts on this machine, and the environment that it needs for that. */
export interface ChromiumProgram {
  executablePath: string;
  env: Record<string, string>;
  /** Where it was found, for people. */
  origin: string;
}

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
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

/**
 * The browser of the tests: `CHROMIUM_PATH`, else one of the system, else the one that an npm package carries.
 * @throws with what to do, when there is none that starts: browser tests are never skipped silently
 */
export async function findChromium(): Promise<ChromiumProgram> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    const fault = startFault(chosen, {});
    if (fault) throw new Error(`CHROMIUM_PATH is ${chosen}, but that does not start: ${fault}`);
    return { executablePath: chosen, env: {}, origin: 'CHROMIUM_PATH' };
  }
  const faults: string[] = [];
  for (const executablePath of SYSTEM_PATHS.filter(isExecutable)) {
    const fault = startFault(executablePath, {});
    if (!fault) return { executablePath, env: {}, origin: 'system' };
    faults.push(`${executablePath}: ${fault}`);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      ['The browser tests need Chromium or Google Chrome: install it, or set CHROMIUM_PATH.', ...faults].join(
        '\n',
      ),
    );
  }
  return carriedChromium(faults);
}

async function carriedChromium(faults: string[]): Promise<ChromiumProgram> {
  const folder = await unpack();
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

/** Unpacks the package's browser, libraries and fonts once into a cache beside the packages. */
async function unpack(): Promise<string> {
  const packageFolder = path.join(repositoryRoot(), 'node_modules', '@sparticuz', 'chromium');
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const caches = path.join(repositoryRoot(), 'node_modules', '.cache', 'livelane');
  const folder = path.join(caches, `chromium-${version}`);
  if (existsSync(path.join(folder, 'fonts.conf'))) return folder;
  await mkdir(caches, { recursive: true });
  const unfinished = await mkdtemp(path.join(caches, 'unfinished-'));
  try {
    const packed = (name: string) => path.join(packageFolder, 'bin', name);
    await inflate(packed('chromium.br'), path.join(unfinished, 'chromium'));
    await chmod(path.join(unfinished, 'chromium'), 0o755);
    for (const archive of ['al2023.tar', 'fonts.tar']) {
      const file = path.join(unfinished, archive);
      await inflate(packed(`${archive}.br`), file);
      const tar = spawnSync('tar', ['-xf', file, '-C', unfinished, '--no-same-owner'], { encoding: 'utf8' });
      if (tar.status !== 0) throw new Error(`${archive} cannot be unpacked: ${tar.error ?? tar.stderr}`);
      await rm(file);
    }
    // Last, because its presence says that the folder is complete.
    await writeFile(path.join(unfinished, 'fonts.conf'), fontConfiguration(folder));
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function inflate(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

/** The system's fonts and the carried ones, so that text is drawn on a machine without any font. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
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

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
