/** @jest-environment jsdom */
import { SEEN_HEADER } from '@livelane/shared/http/headers';
import { PROJECT, snapshot, task } from '#board-sync/board.fixture';
import { selectBoard } from '#board-sync/board.selectors';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { projectQuery } from '#features/projects/projects.api';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { StubNetwork, session } from '#test/network';
import { createQueryClient } from '../createQueryClient';
import { fillWithFirstData } from './fillWithFirstData';
import { prefetchFirst } from './firstCalls';

/** The data of the first rendering at an address, when all early requests have been answered. */
async function begin(pathname: string, network: StubNetwork) {
  window.history.replaceState(null, '', pathname);
  setSession(null);
  setSession(session);
  await prefetchFirst(pathname);
  const [store, queries] = [createStore(), createQueryClient()];
  fillWithFirstData(store, queries);
  return { state: store.getState(), queries, made: network.made() };
}

it('the first rendering of a project begins with its board, and with the project', async () => {
  const project = { id: PROJECT, name: 'Shop' };
  const network = new StubNetwork({
    [`GET /kanban/project/${PROJECT}`]: {
      body: snapshot(3, [task()]),
      headers: { [SEEN_HEADER]: '2' },
    },
    [`GET /projects/${PROJECT}`]: { body: project },
  });
  const { state, queries, made } = await begin(`/project/${PROJECT}`, network);
  expect(selectBoard(state, PROJECT)).toBeDefined();
  expect(state.realtime.seen).toEqual({ [PROJECT]: 2 });
  expect(queries.getQueryData(projectQuery(PROJECT).queryKey)).toEqual(project);
  expect(made).toHaveLength(3);
});

it('the first rendering of the personal board begins with it', async () => {
  const body = { projects: [], columns: [], cursors: {} };
  const { state } = await begin('/', new StubNetwork({ 'GET /kanban/personal': { body } }));
  expect(selectBoard(state, PERSONAL_BOARD)).toBeDefined();
});

it('elsewhere nothing is asked for ahead', async () => {
  const { state, made } = await begin('/workspaces', new StubNetwork());
  expect(state.board.boards).toEqual({});
  expect(made).toEqual([]);
});
