import { unknownChanges } from './connect';
import { SharedReads } from './shared-reads';
import { VersionCache } from './version.cache';

/** A store whose queries end on command. */
function slowStore() {
  const queries: Array<{ keys: readonly string[]; end: (error?: Error) => void }> = [];
  const values = new Map<string, string>();
  const reads = new SharedReads<string, string | undefined>(
    (keys) =>
      new Promise((resolve, reject) => {
        // A query sees the data of the moment when it begins.
        const found = keys.map((key) => values.get(key));
        queries.push({ keys, end: (error) => (error ? reject(error) : resolve(found)) });
      }),
  );
  return { queries, values, reads };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('questions of one turn share a query, and each gets its own answer', async () => {
  const { queries, values, reads } = slowStore();
  values.set('a', '1').set('b', '2');
  const answers = Promise.all(['a', 'b', 'a', 'c'].map((key) => reads.read(key)));
  await turn();
  expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b', 'c']]);
  queries[0]?.end();
  expect(await answers).toEqual(['1', '2', '1', undefined]);
});

test('R11 nobody gets an answer that is older than their question', async () => {
  const { queries, values, reads } = slowStore();
  values.set('a', 'old');
  const early = reads.read('a');
  await turn();
  values.set('a', 'new');
  const late = reads.read('a');
  await turn();
  expect(queries).toHaveLength(1);
  queries[0]?.end();
  expect(await early).toBe('old');
  await turn();
  queries[1]?.end();
  expect(await late).toBe('new');
});

test('a query that fails fails for those who asked for it, and for nobody else', async () => {
  const { queries, values, reads } = slowStore();
  values.set('a', '1');
  const failing = reads.read('a');
  await turn();
  const next = reads.read('a');
  queries[0]?.end(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await turn();
  queries[1]?.end();
  expect(await next).toBe('1');
});

test('what is kept is given only while its rev is the present one', async () => {
  const store = new Map([['p', { id: 'p', rev: 1, name: 'first' }]]);
  let loads = 0;
  const source = {
    collection: 'things',
    revsOf: async (ids: readonly string[]) => ids.flatMap((id) => store.get(id) ?? []),
    load: async (id: string) => {
      loads++;
      return store.get(id) ?? null;
    },
    weigh: () => 1,
  };
  const cache = new VersionCache<{ id: string; rev: number; name: string }>(source, unknownChanges);
  expect(await cache.current('p')).toMatchObject({ name: 'first' });
  expect(await cache.current('p')).toMatchObject({ name: 'first' });
  expect(loads).toBe(1);
  store.set('p', { id: 'p', rev: 2, name: 'second' });
  expect(await cache.current('p')).toMatchObject({ name: 'second' });
  store.delete('p');
  expect(await cache.current('p')).toBeNull();
  expect(cache.last('p')).toBeUndefined();
});
