import type { Plugin } from 'vite';

/**
 * What the page itself says of its scripts: the one of every screen is named, so that it is fetched beside the first one
 * and not after it; and nothing is painted before the first one, a few lines, has marked the theme.
 */
export function firstPaint(baseName: string): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const base = Object.values(bundle ?? {}).find(
          (output) => output.type === 'chunk' && output.name === baseName,
        );
        if (base?.type !== 'chunk') throw new Error(`there is no chunk named ${baseName}`);
        const links = [
          { rel: 'modulepreload', href: base.fileName },
          ...[...(base.viteMetadata?.importedCss ?? [])].map((href) => ({ rel: 'stylesheet', href })),
        ];
        return {
          html: html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
          tags: links.map(({ rel, href }) => ({
            tag: 'link',
            attrs: { rel, crossorigin: true, href: `/${href}` },
            injectTo: 'head' as const,
          })),
        };
      },
    },
  };
}
