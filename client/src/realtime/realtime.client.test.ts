/** @jest-environment jsdom */
import 'fake-indexeddb/auto';
import type { EntityStale } from '@livelane/shared/realtime/messages.schema';
import { waitFor } from '@testing-library/dom';
import { presenceReceived } from '#board-sync/realtime.slice';
import { getSession, setSession } from '#lib/session';
import { createStore } from '#store/store';
import { ids, StubNetwork, session } from '#test/network';
import { PersonalFollower } from './personal.follower';
import { RealtimeClient, type RealtimeListeners } from './realtime.client';
import type { RealtimeSocket } from './realtime.socket';

/** The sockets that were made, in order. */
const mockSockets: RealtimeSocket[] = [];
jest.mock('./realtime.socket', () => {
  const real = jest.requireActual<typeof import('./realtime.socket')>('./realtime.socket');
  return {
    ...real,
    createSocket: () => {
      const socket = real.createSocket();
      mockSockets.push(socket);
      return socket;
    },
  };
});

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

it('a hint about the user themselves brings their profile, as after a change on another device', async () => {
  const network = new StubNetwork({
    'POST /auth/refresh': { body: { token: session.token, user: { ...session.user, firstName: 'Augusta' } } },
  });
  setSession(session);
  const live = new RealtimeClient(ids.ada, createStore(), listeners);
  live.start();
  const hear = (message: EntityStale) => {
    for (const listener of mockSockets.at(-1)?.listeners('entity:stale') ?? []) listener(message);
  };
  hear({ entity: 'workspace', id: ids.workspace });
  expect(network.made('POST /auth/refresh')).toEqual([]);
  hear({ entity: 'user', id: ids.ada });
  await waitFor(() => expect(getSession().user?.firstName).toBe('Augusta'));
  live.stop();
  setSession(null);
});
