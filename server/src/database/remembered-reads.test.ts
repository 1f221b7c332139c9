import { RememberedReads } from './remembered-reads';

/** A collection of texts that counts its changes; queries end when they are told to. */
function countedStore() {
  const values = new Map<string, string>();
  const queries: Array<() => void> = [];
  let changes: number | null = 1;
  const reads = new RememberedReads<string, string | null>(
    'things',
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
