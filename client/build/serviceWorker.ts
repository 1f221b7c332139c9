import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Languages and letters that few need come into the cache when they are used. */
const ON_DEMAND =
  /\/(de|fr|es|pt-BR|ja|zh-CN|ar|rtl\.styles)-[\w-]+\.js$|-(cyrillic|greek|vietnamese|latin-ext)[\w-]*\.woff2$|\.woff$/;
const PUBLIC_FILES = ['/favicon.svg', '/manifest.webmanifest'];

/** Builds the service worker beside the page, with the list of what it keeps. */
export function serviceWorker(): Plugin {
  let root = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      // After the page's own plugin, which takes back what it does not need.
      order: 'post',
      async handler(_options, bundle) {
        const names = Object.keys(bundle).map((name) => `/${name}`);
        const files = [
          ...names.filter((name) => name.startsWith('/assets/') && !ON_DEMAND.test(name)),
          ...PUBLIC_FILES,
        ];
        const hash = createHash('sha256').update(names.join());
        for (const file of ['index.html', ...PUBLIC_FILES.map((name) => `public${name}`)]) {
          hash.update(readFileSync(path.join(root, file)));
        }
        const shell = { version: hash.digest('hex').slice(0, 12), files };
        const output = await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          define: { __SHELL__: JSON.stringify(shell) },
          build: {
            write: false,
            target: 'es2022',
            rolldownOptions: { input: path.join(root, 'src/service.worker.ts') },
          },
        });
        const [first] = Array.isArray(output) ? output : [output];
        const chunk = first && 'output' in first ? first.output[0] : undefined;
        if (!chunk) throw new Error('the service worker was not built');
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: chunk.code });
      },
    },
  };
}
