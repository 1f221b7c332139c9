import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = path.resolve(import.meta.dirname, '../src');
const SHARED = path.resolve(import.meta.dirname, '../../shared/src');

/** What is on screen without asking for `late.texts.ts` first. */
const ENTRIES = [
  'app/boot/renderApp.tsx',
  'app/layouts/PrivateLayout.tsx',
  'app/layouts/RequireParam.tsx',
  'features/boards/pages/ProjectBoardPage.tsx',
  'features/boards/pages/PersonalBoardPage.tsx',
  'ui/toast/ToastViewport.tsx',
];
/** What a module imports by name or for its effects; not its types, and not what comes late. */
const IMPORTED = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm;

/**
 * The keys of texts that the first screens may show: those that are in their modules, whole or with a value of the
 * data at their end (`kanban_state_READY`).
 */
export function firstKeys(keys: readonly string[]): Set<string> {
  const sources = [...modulesFrom(ENTRIES.map((entry) => path.join(SOURCES, entry)))].join('\n');
  const whole = new Set([...sources.matchAll(/['"](\w+)['"]/g)].map(([, key]) => key));
  const begun = [...sources.matchAll(/`(\w+_)\$\{/g)].map(([, start]) => start ?? '');
  return new Set(keys.filter((key) => whole.has(key) || begun.some((start) => key.startsWith(start))));
}

function* modulesFrom(entries: readonly string[]): Generator<string> {
  const seen = new Set(entries);
  for (const file of seen) {
    const source = readFileSync(file, 'utf8');
    // Catalogues hold all keys.
    if (file.includes('/i18n/en-GB')) continue;
    yield source;
    for (const [, wanted] of source.matchAll(IMPORTED)) {
      const found = fileOf(wanted ?? '', file);
      if (found) seen.add(found);
    }
  }
}

/** Undefined for packages and styles. */
function fileOf(wanted: string, from: string): string | undefined {
  const base = wanted.startsWith('.')
    ? path.resolve(path.dirname(from), wanted)
    : wanted.startsWith('#')
      ? path.join(SOURCES, wanted.slice(1))
      : wanted.startsWith('@livelane/shared/')
        ? path.join(SHARED, wanted.slice('@livelane/shared/'.length))
        : undefined;
  return base && [`${base}.ts`, `${base}.tsx`].find(existsSync);
}
