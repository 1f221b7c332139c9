import type { Plugin } from 'vite';

/** Names the script of every screen in the page itself, so that it is fetched beside the first one and not after it. */
export function preloadBase(chunkName: string): Plugin {
  return {
    name: 'preload-base',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const base = Object.values(bundle ?? {}).find(
          (output) => output.type === 'chunk' && output.name === chunkName,
        );
        if (base?.type !== 'chunk') throw new Error(`there is no chunk named ${chunkName}`);
        const links = [
          { rel: 'modulepreload', href: base.fileName },
          ...[...(base.viteMetadata?.importedCss ?? [])].map((href) => ({ rel: 'stylesheet', href })),
        ];
        return links.map(({ rel, href }) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${href}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
