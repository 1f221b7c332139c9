import { withFormer, withoutThose } from './stored.queries';

/** A query that was read at a time; its data is left out. */
const query = (key: string, dataUpdatedAt = 1) => ({
  queryHash: key,
  queryKey: key.split(' '),
  state: { dataUpdatedAt },
});
const stored = (...queries: ReturnType<typeof query>[]) => ({ queries });
const keys = ({ queries }: ReturnType<typeof withFormer>) => queries.map(({ queryHash }) => queryHash);

test('what boards need stays stored beside what this tab holds, unless the server refuses it', () => {
  const former = stored(
    query('labels w1'),
    query('projects p1'),
    query('search fence'),
    query('members project p2'),
  );
  const now = stored(query('labels w2'), query('projects p1', 5));
  const kept = withFormer(now, former, ['members project p2']);
  expect(keys(kept)).toEqual(['labels w2', 'projects p1', 'labels w1']);
  expect(kept.queries[1]?.state.dataUpdatedAt).toBe(5);
});

test('no more than two hundred stay, those that were read last', () => {
  const former = stored(...Array.from({ length: 300 }, (_, index) => query(`labels w${index}`, index)));
  const kept = keys(withFormer(stored(query('search fence')), former, []));
  expect(kept).toHaveLength(200);
  expect(kept.slice(0, 2)).toEqual(['search fence', 'labels w299']);
});

test.each([undefined, {}, null])('nothing is taken from a store that held none: %p', (former) => {
  expect(keys(withFormer(stored(query('labels w1')), former, []))).toEqual(['labels w1']);
  expect(keys(withoutThose(former, ['w1']))).toEqual([]);
});

test('what is about lost projects does not stay, nor what was found anywhere', () => {
  const all = stored(
    query('labels w1 w2'),
    query('workspaces project p1'),
    query('workspaces user'),
    query('search fence'),
  );
  expect(keys(withoutThose(all, ['p1', 'w2']))).toEqual(['workspaces user']);
});
