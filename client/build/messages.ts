import path from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { type Plugin, runnerImport } from 'vite';
import { firstKeys } from './firstTexts.ts';

/** The files that gather the texts of a language. */
const CATALOGUE = /\/client\/src\/i18n\/[a-z]{2}(-[A-Z]{2})?(\.\w+)?\.ts$/;
/** What the first screens say, and what comes later: all are in the first one, until it is built. */
const FIRST = /\/en-GB\.private\.ts$/;
const LATE = /\/en-GB\.late\.ts$/;
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
      if (LATE.test(id)) return `export const lateTexts = ${JSON.stringify(compiled(await lateTexts(id)))};`;
      const { module } = await runnerImport<Record<string, Record<string, string>>>(id);
      if (FIRST.test(id))
        return `export const privateTexts = ${JSON.stringify(compiled(pick(module.privateTexts, true)))};`;
      return Object.entries(module)
        .map(([name, texts]) => {
          const start = name === 'default' ? 'export default' : `export const ${name} =`;
          return `${start} ${JSON.stringify(compiled(texts))};`;
        })
        .join('\n');
    },
  };
}

async function lateTexts(id: string): Promise<Record<string, string>> {
  const { module } = await runnerImport<{ privateTexts: Record<string, string> }>(
    id.replace(LATE, '/en-GB.private.ts'),
  );
  return pick(module.privateTexts, false);
}

function pick(texts: Record<string, string> = {}, isFirst: boolean): Record<string, string> {
  const first = firstKeys(Object.keys(texts));
  return Object.fromEntries(Object.entries(texts).filter(([key]) => first.has(key) === isFirst));
}

const LITERAL_PARSER = path.resolve(import.meta.dirname, 'literal.parser.ts');

function compiled(texts: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      /[{}'<]/.test(text) ? parse(text, { captureLocation: false }) : text,
    ]),
  );
}
