import path from 'node:path';
import { createTransformer as createSwcTransformer } from '@swc/jest';

const GLOB = /import\.meta\.glob(<\w+>)?\('(\.\/[\w-]+)\/\*\.ts', \{ eager: true \}\)/g;

/** Vite's `import.meta.glob` of one folder, for Jest: looks into the folder when it runs, as a cached file may be older. */
const asRequires = (source, file) =>
  source.replace(GLOB, (_all, _type, folder) => {
    const absolute = JSON.stringify(path.join(path.dirname(file), folder));
    return `Object.fromEntries(require('node:fs').readdirSync(${absolute}).map((name) => [name, require(${absolute} + '/' + name)]))`;
  });

export default {
  createTransformer(options) {
    const swc = createSwcTransformer(options);
    return {
      ...swc,
      process: (source, file, config) => swc.process(asRequires(source, file), file, config),
    };
  },
};
