import type { Plugin } from 'vite';

/**
 * What the page itself says of its scripts: the one of every screen is named, so that it is fetched beside the first one
 * and not after it; the font comes with them, or all texts would move once when it is there; and nothing is painted
 * before the first one, a few lines, has marked the theme.
 */
export function firstPaint(baseName: string, fontName: string): Plugin {
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
        const font = Object.keys(bundle ?? {}).find((name) => name.includes(fontName));
        if (!font) throw new Error(`there is no font named ${fontName}`);
        const links = [
          { rel: 'modulepreload', href: base.fileName },
          { rel: 'preload', as: 'font', href: font },
          ...[...(base.viteMetadata?.importedCss ?? [])].map((href) => ({ rel: 'stylesheet', href })),
        ];
        return {
          html: html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
          tags: links.map(({ href, ...attrs }) => ({
            tag: 'link',
            attrs: { ...attrs, crossorigin: true, href: `/${href}` },
            injectTo: 'head' as const,
          })),
        };
      },
    },
  };
}
