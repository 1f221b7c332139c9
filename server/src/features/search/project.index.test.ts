import { randomUUID } from 'node:crypto';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import fc from 'fast-check';
import { ProjectIndex } from './project.index';
import { bitsOf, fieldBits, textsOf } from './search.fields';
import { SearchLexicon } from './search.lexicon';
import { fitOf, titleFitOf } from './search.marks';
import { matchesOf } from './search.matches';
import { fitIn, parseQuery, type QueryWord } from './search.query';
import { fold, foldWithPlaces } from './search.words';

const ALL = bitsOf(['title', 'description', 'checklist', 'comment']);
const projectId = randomUUID();
let rank = 0;

function taskOf(fields: Partial<StoredTask>): StoredTask {
  const id = fields.id ?? randomUUID();
  return withFieldDefaults({
    id,
    title: 'Task',
    projectId,
    rank: `a${rank++}`,
    rev: 1,
    createdBy: randomUUID(),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...fields,
  } as StoredTask);
}

const noPause = async () => undefined;
const newIndex = () => new ProjectIndex(projectId, randomUUID(), 0);

async function marksIn(index: ProjectIndex, word: QueryWord, fields: number): Promise<number[]> {
  const marks = new Uint8Array(index.documents.length);
  index.mark(word, await index.lexicon.find(word, noPause), fields, marks);
  return [...marks];
}

/** How many tasks have the word. */
async function countOf(index: ProjectIndex, q: string): Promise<number> {
  const [wanted] = parseQuery(q);
  const marks = await marksIn(index, wanted?.words[0] as QueryWord, ALL);
  return marks.filter((mark, number) => mark && index.documents[number]).length;
}

/** How well each title matches one word, by an index of them all. */
async function fitsOf(titles: readonly string[], q: string): Promise<number[]> {
  const index = newIndex();
  for (const title of titles) await index.add(taskOf({ title }), new Map(), noPause);
  const word = parseQuery(q)[0]?.words[0];
  return word ? (await marksIn(index, word, ALL)).map(titleFitOf) : titles.map(() => 0);
}

test.each([
  ['rechnung', ['Rechnung', 'Rechnungen', 'Jahresrechnung', 'Rechnen'], [3, 2, 1, 0]],
  ['rec', ['REC', 'Rechnung', 'Prec'], [3, 2, 0]],
  ['STRASSE', ['Straße', 'Hauptstraße', 'strasse 5', 'Strase'], [3, 1, 3, 0]],
  ['uber', ['Über', 'über alles', 'ueber', 'Darüber', 'ａ ＵＢＥＲ'], [3, 3, 0, 1, 3]],
  ['lodz', ['Łódź', 'łódzki', 'lody'], [3, 2, 0]],
  ['smorrebrod', ['Smørrebrød', 'smörrebröd'], [3, 3]],
  ['οδος', ['ΟΔΟΣ', 'οδός', 'οδοσ'], [3, 3, 3]],
  ['ежик', ['Ёжик', 'ёжики'], [3, 2]],
  ['كتاب', ['الكتاب', 'كِتَاب', 'كتب'], [1, 3, 0]],
  ['会議', ['会議', '会議室', '明日の会議', '議会'], [3, 2, 1, 0]],
  ['会議室の予約', ['明日は会議室の予約をする', '会議室を予約'], [1, 0]],
  ['が', ['が', 'か', 'ガ', 'ｶﾞ'], [3, 0, 0, 0]],
  ['ガ', ['ガ', 'ｶﾞ', 'カ'], [3, 3, 0]],
  ['회의', ['회의', '회의실', '정기회의'], [3, 2, 1]],
  ['ประชุม', ['ประชุม', 'การประชุม'], [3, 1]],
  ['3月', ['3月の報告', '13月', '３月', '3 月'], [2, 0, 3, 0]],
  ['api', ['社内API設計', 'rapid', 'API'], [3, 0, 3]],
  ['API設計', ['社内API設計書', 'API 設計'], [2, 0]],
  ['ısparta', ['Isparta', 'ISPARTA'], [3, 3]],
  ['fix', ['⚠️Fix login', '⚠️ fix', '⚠️ prefix'], [3, 3, 0]],
  ['✔️deploy', ['plain deploy', 'deploys'], [3, 2]],
  ['s', ['Müller´s'], [3]],
  ['นำเข้า', ['นำเข้าข้อมูล', 'การนำเข้า'], [2, 1]],
  ['हिन्दी', ['हिन्दी', 'हिन्दीभाषी'], [3, 2]],
])('%s is found in %j as %j', async (q, titles, expected) => {
  expect(await fitsOf(titles, q)).toEqual(expected);
});

test('signs alone are nothing; the same word twice is one', () => {
  expect(parseQuery('?! -- 🚀 ❤️ ⚠️ *️⃣ ´ ゛')).toEqual([]);
  expect(parseQuery('Ab aB ÄB')).toHaveLength(1);
});

const character = fc.constantFrom(
  ...[
    ...'aAäÄßssSſσςΣ ıIİiéÅøñ ёЙи كِتاب أإـ 会議がガｶﾞー々 회의 ประชุมนำเข้า हिन्दी ❤´\ufe0f\u20e3\u0301\u0308\u3099 -_.,7²３\u{20bb7}\u{1f680}',
  ],
);
const text = fc.array(character, { maxLength: 12 }).map((parts) => parts.join('').normalize('NFC'));

test('a text that is folded character by character is folded as the whole one', () => {
  fc.assert(
    fc.property(text, (given) => {
      const { folded, placeOf } = foldWithPlaces(given);
      expect(folded).toBe(fold(given));
      expect(placeOf(folded.length)).toBe(given.length);
      if (folded) expect(placeOf(0)).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});

test('the index finds what reading all texts finds, also after tasks change, come and go', async () => {
  const fields = fc.constantFrom(
    ALL,
    fieldBits.title,
    fieldBits.comment,
    fieldBits.title | fieldBits.checklist,
  );
  const content = fc.record({
    title: text.map((given) => given || 'x'),
    description: text,
    items: fc.array(text, { maxLength: 2 }),
    comments: fc.array(text, { maxLength: 2 }),
  });
  const step = fc.record({ task: fc.nat(5), content: fc.option(content, { freq: 5 }) });
  const ids = Array.from({ length: 6 }, () => randomUUID());
  const lexicon = new SearchLexicon();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), text, fields, async (steps, q, bits) => {
      // Its lexicon also has words of others.
      const index = new ProjectIndex(projectId, randomUUID(), 0, lexicon);
      for (const [at, { task, content: now }] of steps.entries()) {
        const id = ids[task] as string;
        if (!now) {
          const deletion = { v: index.v + 1, type: 'task.deleted', taskId: id, patch: {}, at: '', projectId };
          index.apply(deletion as never);
          continue;
        }
        const checklist = now.items.map((item, nth) => ({
          id: ids[nth] as string,
          text: item,
          isDone: false,
          rank: `a${nth}`,
        }));
        const comments = new Map(now.comments.map((each, nth) => [`${at}-${nth}`, each]));
        const { title, description } = now;
        await index.add(taskOf({ id, title, description, checklist }), comments, noPause);
      }
      for (const word of parseQuery(q).flatMap((each) => each.words)) {
        const marks = await marksIn(index, word, bits);
        for (const [number, document] of index.documents.entries()) {
          if (!document) continue;
          const found = [...textsOf(document)].filter(({ field }) => fieldBits[field] & bits);
          const any = Math.max(0, ...found.map((each) => fitIn(fold(each.text), word)));
          const title = bits & fieldBits.title ? fitIn(fold(document.task.title), word) : 0;
          const mark = marks[number] as number;
          expect([word.text, fitOf(mark), titleFitOf(mark)]).toEqual([word.text, any, title]);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('each range of a find folds to a word that was asked for, and excerpts are parts of the text', async () => {
  const long = fc
    .tuple(text, fc.nat(400), text, fc.nat(400), text)
    .map(([a, n, b, m, c]) => [a, 'x y '.repeat(n), b, '語'.repeat(m), c].join(' '));
  await fc.assert(
    fc.asyncProperty(long, fc.array(text, { minLength: 1, maxLength: 3 }), async (description, words) => {
      const wanted = parseQuery(words.join(' '));
      const asked = wanted.flatMap((each) => each.words.map((word) => word.text));
      const document = { task: taskOf({ description }), comments: new Map<string, string>() };
      for (const match of await matchesOf(document, wanted, fieldBits.description, false, noPause)) {
        expect(match.text.length).toBeLessThanOrEqual(200);
        expect(description).toContain(match.text);
        let end = 0;
        for (const [from, to] of match.ranges) {
          expect(asked).toContain(fold(match.text.slice(from, to)));
          expect(from).toBeGreaterThanOrEqual(end);
          end = to;
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

test('numbers of tasks that are gone are used again, and nothing is found in their place', async () => {
  const index = newIndex();
  const ids = Array.from({ length: 3_000 }, () => randomUUID());
  for (let round = 0; round < 4; round++) {
    for (const id of ids) await index.add(taskOf({ id, title: `round${round} same` }), new Map(), noPause);
    await index.update(noPause);
  }
  expect(index.size).toBe(ids.length);
  expect(index.documents.length).toBeLessThan(3 * ids.length);
  const found = (q: string) => countOf(index, q);
  expect([await found('round3'), await found('round2'), await found('same')]).toEqual([
    ids.length,
    0,
    ids.length,
  ]);
});

test('while the new texts of a task are placed, its former ones are found', async () => {
  const index = newIndex();
  const task = taskOf({ title: 'former' });
  await index.add(task, new Map([['1', 'comment']]), noPause);
  const all = () => Promise.all(['former', 'latter', 'comment'].map((q) => countOf(index, q)));
  const patch = { title: 'latter', description: 'latter' };
  const op = { v: 2, type: 'task.patched', taskId: task.id, patch, at: task.updatedAt, projectId };
  index.apply({ ...op, v: 1, patch: { priority: 'LOW' } } as never);
  index.apply(op as never);
  const meanwhile: number[][] = [];
  await index.update(async () => void meanwhile.push(await all()));
  expect(meanwhile).toEqual(Array(3).fill([1, 0, 1]));
  expect(await all()).toEqual([0, 1, 1]);
});
