import 'fake-indexeddb/auto';
import { ada } from '#test/network';
import { newId, PROJECT, snapshot, USER, withSnapshot } from './board.fixture';
import { forgetProjects, keepBoard, keepUser, readStoredBoard, readStoredUser } from './board.storage';
import { type BoardState, noBoards, projectBoard } from './board.types';

const board = projectBoard(withSnapshot(noBoards, snapshot(1, [])), PROJECT) as BoardState;
const [other, mine, theirs] = [newId(), newId(), newId()];
const workspaces = [
  { id: mine, projects: [{ id: other }] },
  { id: theirs, projects: [{ id: PROJECT }] },
];

/** A query about something. */
const query = (kind: string, id: string) => ({
  queryHash: `${kind} ${id}`,
  queryKey: [kind, id],
  state: { dataUpdatedAt: 1 },
});

test.each([
  ['project', PROJECT],
  ['workspace', theirs],
])(
  'of a %s that is lost neither board nor query stays in this browser, and all others do',
  async (_scope, id) => {
    for (const each of [PROJECT, other]) await keepBoard(USER, { ...board, id: each }, 1);
    const queries = [query('labels', theirs), query('projects', PROJECT), query('projects', other)];
    await keepUser({ ...ada, id: USER }, { queries });
    await forgetProjects(id, workspaces);
    expect(await readStoredBoard(USER, PROJECT)).toBeNull();
    expect(await readStoredBoard(USER, other)).not.toBeNull();
    const left = (await readStoredUser())?.queries as { queries: typeof queries };
    expect(left.queries.map(({ queryKey }) => queryKey)).not.toContainEqual(['projects', PROJECT]);
    expect(left.queries.map(({ queryKey }) => queryKey)).toContainEqual(['projects', other]);
  },
);
