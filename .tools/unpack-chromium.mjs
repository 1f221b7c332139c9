// node .tools/unpack-chromium.mjs [FOLDER]: unpacks the Chromium that a package carries, with libraries and fonts, once into
// a cache, and prints where. Any number of these may run at once: what one has put there is never replaced.
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { makeOwnFolder } from './lib/own-folder.mjs';
import { root } from './lib/run.mjs';

const packageFolder = path.join(root, 'node_modules', '@sparticuz', 'chromium');
const caches = process.argv[2] ?? path.join(root, 'node_modules', '.cache', 'livelane');

async function unpack() {
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const folder = path.join(caches, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = makeOwnFolder(caches, 'unfinished-');
  try {
    await inflate('chromium', path.join(unfinished, 'chromium'));
    await chmod(path.join(unfinished, 'chromium'), 0o755);
    for (const archive of ['al2023.tar', 'fonts.tar']) {
      const file = path.join(unfinished, archive);
      await inflate(archive, file);
      const tar = spawnSync('tar', ['-xf', file, '-C', unfinished, '--no-same-owner'], { encoding: 'utf8' });
      if (tar.status !== 0) throw new Error(`${archive} cannot be unpacked: ${tar.error ?? tar.stderr}`);
      await rm(file);
    }
    await writeFile(path.join(unfinished, 'fonts.conf'), fontConfiguration(folder));
    await rename(unfinished, folder).catch((error) => {
      // Someone else was faster, and perhaps runs a browser from it already.
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function inflate(name, to) {
  const packed = path.join(packageFolder, 'bin', `${name}.br`);
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(to));
}

/** The system's fonts and the carried ones, so that text is drawn on a machine without any font. */
function fontConfiguration(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(caches, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
}

console.log(await unpack());
