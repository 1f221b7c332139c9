import type { Plugin } from 'vite';

const CACHE = /\/@emotion\/cache\/.*\.esm\.js$/;
const DEFAULT = 'defaultStylisPlugins = [prefixer]';

/**
 * Leaves Emotion's prefixer out of the first script: the product gives its own (ui/safari.styles.ts). That saves 1.0 kB of
 * brotli on the login page. The build fails when an upgrade of Emotion no longer has what is replaced here.
 */
export function withoutPrefixer(): Plugin {
  let isReplaced = false;
  return {
    name: 'without-prefixer',
    apply: 'build',
    transform(code, id) {
      if (!CACHE.test(id)) return null;
      if (!code.includes(DEFAULT)) throw new Error(`${id} has no ${DEFAULT} any more`);
      isReplaced = true;
      return { code: code.replace(DEFAULT, 'defaultStylisPlugins = []'), map: null };
    },
    buildEnd(error) {
      if (!error && !isReplaced) throw new Error(`no module is ${CACHE} any more`);
    },
  };
}
