import { randomUUID } from 'node:crypto';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import fc from 'fast-check';
import { fieldBits } from './search.fields';
import { bestPart, type Find, matchesOf, partAround } from './search.matches';
import { pauses } from './search.pauses';
import { parseQuery } from './search.query';

/** What a part is chosen by: each is judged by all finds. */
function bestOfAll(text: string, finds: readonly Find[]): [number, number] {
  let best: [number, number] = [0, 0];
  let most = 0;
  for (const find of finds) {
    const part = partAround(text, find);
    const words = new Set(
      finds.filter(({ from, to }) => from >= part[0] && to <= part[1]).map(({ word }) => word),
    ).size;
    if (words > most) [best, most] = [part, words];
  }
  return best;
}

test('an excerpt is the first part that shows the most words', () => {
  const gap = fc.oneof(fc.nat(3), fc.nat(250));
  const steps = fc.array(fc.record({ gap, length: fc.integer({ min: 1, max: 230 }), word: fc.nat(3) }), {
    maxLength: 30,
  });
  const filling = fc.array(fc.constantFrom('a', 'b', ' ', '\u{1f680}'), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(steps, filling, (given, parts) => {
      const finds: Find[] = [];
      let at = 0;
      for (const { gap, length, word } of given) {
        finds.push({ from: at + gap, to: at + gap + length, word });
        at += gap + length;
      }
      const text = parts
        .join('')
        .repeat(at + 1)
        .slice(0, at + 100);
      expect(bestPart(text, finds)).toEqual(bestOfAll(text, finds));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['ข้าวผัด', 'ข', 'ข'],
  ['ห้องประชุม', 'ประช', 'ประช'],
  ['हिन्दी में', 'हिन्द', 'हिन्द'],
  ['1️⃣ Kickoff', '1', '1'],
  ['Café', 'cafe', 'Café'],
])('in %s the find of %s is %s: a word may end before a mark that counts', async (title, q, found) => {
  const task = withFieldDefaults({ id: randomUUID(), title } as StoredTask);
  const document = { task, comments: new Map<string, string>() };
  const matches = await matchesOf(document, parseQuery(q), fieldBits.title, false, pauses());
  expect(matches.flatMap(({ text, ranges }) => ranges.map((range) => text.slice(...range)))).toEqual([found]);
});

test('R32 each find is looked at a few times, however many there are', () => {
  const text = 'b '.repeat(2_000);
  let looks = 0;
  const finds = Array.from({ length: 2_000 }, (_, nth) => ({
    get from() {
      looks++;
      return 2 * nth;
    },
    to: 2 * nth + 1,
    // The last one is of another word: all parts before it show fewer.
    word: nth < 1_999 ? 0 : 1,
  }));
  expect(bestPart(text, finds)[1]).toBe(text.length);
  expect(looks).toBeLessThan(5 * finds.length);
});

test('R32 a long text is folded as a whole, and once when no word is in it', async () => {
  const normalize = jest.spyOn(String.prototype, 'normalize');
  const foldsOf = async (description: string) => {
    const task = withFieldDefaults({ id: randomUUID(), title: 'Task', description } as StoredTask);
    const wanted = parseQuery('слово');
    normalize.mockClear();
    const matches = await matchesOf(
      { task, comments: new Map() },
      wanted,
      fieldBits.description,
      false,
      pauses(),
    );
    return [matches.length, normalize.mock.calls.filter(([form]) => form === 'NFKD').length];
  };
  expect(await foldsOf('Ёжик '.repeat(2_000))).toEqual([0, 1]);
  expect(await foldsOf('Слово '.repeat(2_000))).toEqual([1, 2]);
});
