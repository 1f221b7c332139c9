import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { opTypes } from '@livelane/shared/boards/op.types';
import { tableRows } from '../../test-kit/markdown-table';
import { testTitles } from '../../test-kit/test-titles';

const root = path.join(__dirname, '../..');
const spec = readFileSync(path.join(root, 'SPEC.md'), 'utf8');
const anchors = new Set(Array.from(spec.matchAll(/<a id="([^"]+)"><\/a>/g), ([, id]) => id));

const NOT_OURS = new Set(['node_modules', 'dist', '.git', 'data']);

/** Paths of all files beneath a folder, without what is installed, built or written by a server. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return [];
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : entry.isFile() ? [file] : [];
  });
}

/** Sources and documents, except SPEC.md and this file. */
const files = filesIn(root)
  .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && file !== __filename && path.basename(file) !== 'SPEC.md')
  .map((file) => ({ file: path.relative(root, file), text: readFileSync(file, 'utf8') }));

/** `file: reference` of everything that `pattern` finds and `anchorOf` leads nowhere with. */
function lost(pattern: RegExp, anchorOf: (reference: string) => string): string[] {
  const found = files.flatMap(({ file, text }) =>
    Array.from(text.matchAll(pattern), ([, reference = '']) => ({ file, reference })),
  );
  expect(found.length).toBeGreaterThan(0);
  return found
    .filter(({ reference }) => !anchors.has(anchorOf(reference)))
    .map(({ file, reference }) => `${file}: ${reference}`);
}

it('SPEC.md has every rule and invariant that code and documents name', () => {
  expect(lost(/\b([RI]\d{1,2})\b/g, (reference) => reference.toLowerCase())).toEqual([]);
});

it('the title of a test names each rule; of an invariant, that or a check of the simulation', () => {
  const titles = files.flatMap(({ file, text }) => (/\.test\.tsx?$/.test(file) ? testTitles(text) : []));
  const checks = files.flatMap(({ file, text }) =>
    file.startsWith(path.join('simulation', 'run'))
      ? Array.from(text.matchAll(/\bfail\('(I\d+)'/g), ([, id = '']) => id)
      : [],
  );
  const proven = new Set([...titles, ...checks].flatMap((text) => text.match(/\b[RI]\d{1,2}\b/g) ?? []));
  const rules = [...anchors].flatMap((id = '') => (/^[ri]\d+$/.test(id) ? [id.toUpperCase()] : []));
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((rule) => !proven.has(rule))).toEqual([]);
});

it('R1 SPEC.md has each op type, and no other', () => {
  const told = tableRows(spec, '| `type` | `patch` |').flatMap(
    ([types = '']) => types.match(/[\w.]+/g) ?? [],
  );
  expect(told.sort()).toEqual([...opTypes].sort());
});

it('SPEC.md has every section that code and documents point to', () => {
  expect(lost(/SPEC\.md#([\w-]+)/g, (reference) => reference)).toEqual([]);
});

it('nothing points to a protocol outside the repository', () => {
  const outside = files.filter(({ text }) =>
    /protocol(['’]s)?[\s/*]+section|\.\.\/shared\/protocol/i.test(text),
  );
  expect(outside.map(({ file }) => file)).toEqual([]);
});

it('a section is named with its document, but in titles that stand beside it in client/e2e/SPECIFICATION.md', () => {
  const isTable = ({ file }: { file: string }) => file === path.join('client', 'e2e', 'SPECIFICATION.md');
  const table = files.find(isTable)?.text ?? '';
  const named = /(specification(?:[’']s)?[\s/*(]+)?\b(sections? \d[^'`\n]*)/gi;
  const bare = files
    .filter((each) => !isTable(each))
    .flatMap(({ file, text }) => Array.from(text.matchAll(named), (found) => ({ file, found })))
    .filter(({ found: [, document, title] }) => !document && !table.includes(`| ${title} |`));
  expect(bare.map(({ file, found: [, , title] }) => `${file}: ${title}`)).toEqual([]);
});

it('nothing points to a finding by its number or to an issue by its title', () => {
  const found = files.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/\bF\d{2,}\b|\(issue:.*/g), ([what]) => `${file}: ${what}`),
  );
  expect(found).toEqual([]);
});

it('SPEC.md’s own links and anchors hold', () => {
  const ids = Array.from(spec.matchAll(/<a id="([^"]+)"><\/a>/g), ([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const links = Array.from(spec.matchAll(/\]\(#([\w-]+)\)/g), ([, id = '']) => id);
  expect(links.filter((id) => !anchors.has(id))).toEqual([]);
});
