import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { testTitles } from '../../../test-kit/test-titles';

const ROOT = path.join(__dirname, '../../..');
const TABLE = readFileSync(path.join(ROOT, 'client/e2e/SPECIFICATION.md'), 'utf8');
/** Of the specification. */
const SECTIONS = 9;

interface Row {
  section: string;
  requirement: string;
  title: string;
  file: string;
}

const rows = TABLE.split('\n')
  .filter((line) => /^\| (?!Section|---)/.test(line))
  .map((line): Row => {
    const [section = '', requirement = '', title = '', file = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return { section, requirement, title, file: file.replaceAll('`', '') };
  });

const titles = new Map<string, string[]>();
function titlesIn(file: string): string[] {
  const known = titles.get(file) ?? testTitles(readFileSync(path.join(ROOT, file), 'utf8'));
  titles.set(file, known);
  return known;
}

it('the table covers every section of the specification', () => {
  const covered = new Set(rows.map(({ section }) => Number.parseInt(section, 10)));
  expect([...covered]).toEqual(Array.from({ length: SECTIONS }, (_, index) => index + 1));
});

it('no row is empty, and none stands twice', () => {
  expect(rows.filter((row) => Object.values(row).some((cell) => cell === ''))).toEqual([]);
  const keys = rows.map(({ section, requirement }) => `${section}: ${requirement}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it('every row names a test that exists', () => {
  const lost = rows.filter(
    ({ file, title }) => !existsSync(path.join(ROOT, file)) || !titlesIn(file).includes(title),
  );
  expect(lost).toEqual([]);
});
