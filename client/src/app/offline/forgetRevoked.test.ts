/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { newId, PROJECT, snapshot, USER, withSnapshot } from '#board-sync/board.fixture';
import { keepBoard, readStoredBoard } from '#board-sync/board.storage';
import { type BoardState, noBoards, projectBoard } from '#board-sync/board.types';
import { workspacesQuery } from '#features/workspaces/workspaces.api';
import { forgetRevoked } from './forgetRevoked';

const board = projectBoard(withSnapshot(noBoards, snapshot(1, [])), PROJECT) as BoardState;
const other = newId();
const [mine, theirs] = [newId(), newId()];

const queries = new QueryClient();
const workspace = (id: string, projectIds: string[]) => ({
  id,
  projects: projectIds.map((each) => ({ id: each })),
});
queries.setQueryData<unknown>(workspacesQuery().queryKey, [
  workspace(mine, [other]),
  workspace(theirs, [PROJECT]),
]);

test.each([
  ['project', PROJECT],
  ['workspace', theirs],
])('of a %s that is lost no board stays in this browser, and all others do', async (_scope, id) => {
  for (const each of [PROJECT, other]) await keepBoard(USER, { ...board, id: each }, 1);
  forgetRevoked(queries, id);
  await waitFor(async () => expect(await readStoredBoard(USER, PROJECT)).toBeNull());
  expect(await readStoredBoard(USER, other)).not.toBeNull();
});
