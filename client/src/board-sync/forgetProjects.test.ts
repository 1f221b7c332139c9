import 'fake-indexeddb/auto';
import { newId, PROJECT, snapshot, USER, withSnapshot } from './board.fixture';
import { forgetProjects, keepBoard, readStoredBoard } from './board.storage';
import { type BoardState, noBoards, projectBoard } from './board.types';

const board = projectBoard(withSnapshot(noBoards, snapshot(1, [])), PROJECT) as BoardState;
const [other, mine, theirs] = [newId(), newId(), newId()];
const workspaces = [
  { id: mine, projects: [{ id: other }] },
  { id: theirs, projects: [{ id: PROJECT }] },
];

test.each([
  ['project', PROJECT],
  ['workspace', theirs],
])('of a %s that is lost no board stays in this browser, and all others do', async (_scope, id) => {
  for (const each of [PROJECT, other]) await keepBoard(USER, { ...board, id: each }, 1);
  await forgetProjects(id, workspaces);
  expect(await readStoredBoard(USER, PROJECT)).toBeNull();
  expect(await readStoredBoard(USER, other)).not.toBeNull();
});
