/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import { presenceReceived } from '#board-sync/realtime.slice';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ids, StubNetwork, session } from '#test/network';
import { PersonalFollower } from './personal.follower';
import { RealtimeClient, type RealtimeListeners } from './realtime.client';

const listeners = new Proxy({} as RealtimeListeners, { get: () => () => undefined });
const bob = {
  userId: ids.bob,
  firstName: 'Bob',
  surname: 'Stone',
  mode: 'editing',
  taskId: '00000000-0000-4000-8000-000000000031',
} as const;

it.each(['project', 'personal'])('R31 presence is unknown once the %s board is left', (board) => {
  new StubNetwork();
  setSession(session);
  const store = createStore();
  const live = new RealtimeClient(ids.ada, store, listeners);
  const leave =
    board === 'project'
      ? live.follow(ids.project, () => undefined)
      : live.followPersonal(PersonalFollower, () => undefined);
  store.dispatch(presenceReceived({ projectId: ids.project, users: [bob] }));
  leave();
  expect(store.getState().realtime.presence[ids.project]?.byTask ?? {}).toEqual({});
  setSession(null);
});
