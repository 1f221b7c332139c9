import { parse } from '@formatjs/icu-messageformat-parser';
import { type Plugin, runnerImport } from 'vite';

/** The files that gather the texts of a language. */
const CATALOGUE = /\/client\/src\/i18n\/[a-z]{2}(-[A-Z]{2})?(\.\w+)?\.ts$/;
const PARSER = '@formatjs/icu-messageformat-parser';

/**
 * Parses the messages of the catalogues while building. The page then needs neither the parser (a twentieth of the
 * login page's script) nor the time to parse.
 */
export function precompileMessages(): Plugin {
  return {
    name: 'precompile-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      // `literal.parser.ts` stands in for what is left to parse: texts without placeholders.
      resolve: { alias: [{ find: new RegExp(`^${PARSER}$`), replacement: LITERAL_PARSER }] },
    }),
    async load(id) {
      if (!CATALOGUE.test(id)) return null;
      const { module } = await runnerImport<Record<string, Record<string, string>>>(id);
      return Object.entries(module)
        .map(([name, texts]) => {
          const start = name === 'default' ? 'export default' : `export const ${name} =`;
          return `${start} ${JSON.stringify(compiled(texts))};`;
        })
        .join('\n');
    },
  };
}

const LITERAL_PARSER = new URL('literal.parser.ts', import.meta.url).pathname;

function compiled(texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      /[{}'<]/.test(text) ? parse(text, { captureLocation: false }) : text,
    ]),
  );
}
