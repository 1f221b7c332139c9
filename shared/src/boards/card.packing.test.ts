import fc from 'fast-check';
import type { StoredTask } from '../tasks/task.schema';
import { uuid } from '../values/uuid.fixture';
import { packCards, unpackCards } from './card.packing';

const at = '2026-03-01T10:00:00.000Z';
const card = (n: number, fields: object = {}) =>
  ({ id: uuid(n), title: `Card ${n}`, assignees: [], createdAt: at, ...fields }) as unknown as StoredTask;
const again = (tasks: readonly StoredTask[]) => unpackCards(JSON.parse(JSON.stringify(packCards(tasks))));

test('cards come out of their packs as they went in, whatever their values', () => {
  const value = fc.oneof(
    fc.uuid(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom(
      at,
      at.slice(0, 19),
      '2026-02-30T10:00:00.000Z',
      uuid(1),
      uuid(1).toUpperCase(),
      '',
      null,
    ),
    fc.string(),
    fc.array(fc.uuid(), { maxLength: 2 }),
    fc.integer(),
  );
  const kinds = fc.array(value, { minLength: 1, maxLength: 3 });
  fc.assert(
    // Few kinds in each field: packing works on whole columns of ids or of times.
    fc.property(fc.nat(12), kinds, kinds, fc.infiniteStream(fc.nat()), (count, first, second, picks) => {
      const pick = <Value>(values: Value[]) => values[Number(picks.next().value) % values.length];
      const tasks = Array.from({ length: count }, (_, n) =>
        card(n, { title: pick(first), rank: pick(second) }),
      );
      expect(again(tasks)).toEqual(tasks);
    }),
  );
});

test('titles that read as times hundreds of thousands of years apart stay as they are', () => {
  const titles = ['-220484-04-03T22:50:07.473Z', '+267203-07-18T01:09:52.514Z'];
  expect(again(titles.map((title, n) => card(n, { title }))).map(({ title }) => title)).toEqual(titles);
});

test('ids, times and what all cards share are packed', () => {
  const tasks = [0, 1, 2].map((n) => card(n, { createdAt: `2026-03-01T10:00:0${n}.500Z`, title: 'Same' }));
  const [pack] = packCards(tasks);
  expect(pack?.count).toBe(3);
  expect(pack?.fields).toEqual({
    id: { uuids: expect.stringMatching(/^[\w+/]{64}$/) },
    title: { all: 'Same' },
    assignees: { all: [] },
    createdAt: { times: [Date.parse('2026-03-01T10:00:00.500Z'), 1_000, 1_000] },
  });
  expect(again(tasks)).toEqual(tasks);
});

test('a card with a field that the others lack is packed by itself', () => {
  const tasks = [card(1), card(2, { dueTime: '10:00' }), card(3)];
  expect(packCards(tasks).map(({ count }) => count)).toEqual([1, 1, 1]);
  expect(again(tasks)).toEqual(tasks);
  expect(again(tasks).map((task) => 'dueTime' in task)).toEqual([false, true, false]);
  expect(packCards([])).toEqual([]);
});
