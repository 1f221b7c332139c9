import { RememberedReads } from './remembered-reads';

/** A collection of texts that counts its changes; queries end on command. */
function countedStore() {
  const values = new Map<string, string>();
  const queries: Array<() => void> = [];
  let changes: number | null = 1;
  const reads = new RememberedReads<string, string | null>(
    ['things'],
    () => changes,
    (keys) =>
      new Promise((resolve) => {
        const found = keys.map((key) => values.get(key) ?? null);
        queries.push(() => resolve(found));
      }),
  );
  return {
    reads,
    queries,
    write(key: string, value: string) {
      values.set(key, value);
      if (changes !== null) changes++;
    },
    notCounted() {
      changes = null;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The answer of a read whose query, if it makes one, ends at once. */
async function answerOf({ reads, queries }: ReturnType<typeof countedStore>, key: string) {
  const asked = queries.length;
  const answer = reads.read(key);
  await turn();
  for (const end of queries.slice(asked)) end();
  return answer;
}

test('a read is not asked again while nothing changes, and at once when something does', async () => {
  const store = countedStore();
  store.write('a', 'one');
  expect(await answerOf(store, 'a')).toBe('one');
  expect(await answerOf(store, 'a')).toBe('one');
  expect(await answerOf(store, 'b')).toBeNull();
  expect(await answerOf(store, 'b')).toBeNull();
  expect(store.queries).toHaveLength(2);
  store.write('a', 'two');
  expect(await answerOf(store, 'a')).toBe('two');
});

test('what changes while it is read is read again', async () => {
  const store = countedStore();
  store.write('a', 'one');
  const early = store.reads.read('a');
  await turn();
  store.write('a', 'two');
  store.queries[0]?.();
  expect(await early).toBe('one');
  expect(await answerOf(store, 'a')).toBe('two');
});

test('where changes are not counted every read is asked', async () => {
  const store = countedStore();
  store.write('a', 'one');
  expect(await answerOf(store, 'a')).toBe('one');
  store.notCounted();
  store.write('a', 'two');
  expect(await answerOf(store, 'a')).toBe('two');
  store.write('a', 'three');
  expect(await answerOf(store, 'a')).toBe('three');
});

test('what changes in another part of the collection is no reason to ask again', async () => {
  const counts: Record<string, number> = { a: 1, b: 1 };
  const asked: string[] = [];
  const reads = new RememberedReads<string, string>(
    ['things'],
    (_collection, part = '') => counts[part] ?? 0,
    async (keys) => {
      asked.push(...keys);
      return keys.map((key) => `${key} at ${counts[key.charAt(0)]}`);
    },
    { partOf: (key) => key.charAt(0) },
  );
  expect([await reads.read('a 1'), await reads.read('a 2'), await reads.read('b 1')]).toEqual([
    'a 1 at 1',
    'a 2 at 1',
    'b 1 at 1',
  ]);
  counts.b = 2;
  expect([await reads.read('a 1'), await reads.read('a 2'), await reads.read('b 1')]).toEqual([
    'a 1 at 1',
    'a 2 at 1',
    'b 1 at 2',
  ]);
  expect(asked).toEqual(['a 1', 'a 2', 'b 1', 'b 1']);
});

test('an answer that depends on two collections is asked again when either changes', async () => {
  const counts: Record<string, number> = { houses: 1, gardens: 1 };
  let asked = 0;
  const reads = new RememberedReads<string, number>(
    ['houses', 'gardens'],
    (collection) => counts[collection] ?? null,
    async (keys) => keys.map(() => ++asked),
  );
  expect([await reads.read('a'), await reads.read('a')]).toEqual([1, 1]);
  counts.gardens = 2;
  expect([await reads.read('a'), await reads.read('a')]).toEqual([2, 2]);
  counts.houses = 2;
  expect([await reads.read('a'), await reads.read('a')]).toEqual([3, 3]);
});

test('answers are forgotten when they take too much room', async () => {
  let asked = 0;
  const reads = new RememberedReads<string, number[]>(
    ['things'],
    () => 1,
    async (keys) => {
      asked += keys.length;
      return keys.map(() => []);
    },
    { weigh: () => 9_000 },
  );
  for (const key of ['a', 'b', 'a', 'b']) await reads.read(key);
  expect(asked).toBe(2);
  await reads.read('c');
  await reads.read('a');
  expect(asked).toBe(4);
});
