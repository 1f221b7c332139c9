import type { Plugin } from 'vite';

/** Vite's own helper behind each `import()`, which asks for what the script needs and imports it in any case. */
const HELPER = '\0vite/preload-helper.js';

/** Puts `lib/lateScript.ts` behind each `import()`. */
export function lateScripts(): Plugin {
  return {
    name: 'late-scripts',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite leaves out a script that imports nothing.
          resolveDependencies: (name, needed) => (needed.length > 0 ? needed : [name]),
        },
      },
    }),
    load: (id) =>
      id === HELPER ? `export { importLate as __vitePreload } from '/src/lib/lateScript.ts';` : null,
  };
}
