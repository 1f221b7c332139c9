/** @jest-environment jsdom */
import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { PersonalOps, PersonalSubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { NetworkError } from '#lib/api';
import { PersonalFollower } from './personal.follower';

const BOARD: PersonalBoard = { columns: [], cursors: {}, projects: [] };
const EPOCH = '00000000-0000-4000-8000-000000000000';

/** An open personal board; without `subscribe` there is no live connection. */
function followed(ports: Partial<ConstructorParameters<typeof PersonalFollower>[0]>) {
  const follower = new PersonalFollower({
    fetchBoard: async () => BOARD,
    takeBoard: () => undefined,
    takeOps: () => true,
    held: () => ({}),
    subscribe: () => null,
    unsubscribe: () => undefined,
    ...ports,
  });
  return { follower, leave: follower.follow(() => undefined) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the personal board is read 0.3 s after a change, and seldom while busy projects change all the time', async () => {
  const fetchBoard = jest.fn(async () => BOARD);
  const { follower, leave } = followed({ fetchBoard });
  await jest.advanceTimersByTimeAsync(10_000);
  fetchBoard.mockClear();
  follower.changed();
  await jest.advanceTimersByTimeAsync(300);
  expect(fetchBoard).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 1_200; n++) {
    follower.changed();
    await jest.advanceTimersByTimeAsync(50);
  }
  expect(fetchBoard.mock.calls.length).toBeLessThan(40);
  await jest.advanceTimersByTimeAsync(10_000);
  fetchBoard.mockClear();
  follower.changed();
  await jest.advanceTimersByTimeAsync(300);
  expect(fetchBoard).toHaveBeenCalledTimes(1);
  leave();
});

const cursorsAt = (v: number) => ({ project: { epoch: EPOCH, v } });
const news: PersonalOps = { projectId: 'project', epoch: EPOCH, from: 5, to: 5, ops: [], places: {} };

test('R34 all projects are joined by one message, and pushed changes of them are not read', async () => {
  const fetchBoard = jest.fn(async () => BOARD);
  const subscribe = jest.fn(
    async (): Promise<PersonalSubscribeAnswer> => ({ ok: true, cursors: cursorsAt(4) }),
  );
  const takeOps = jest.fn(() => true);
  const held = () => cursorsAt(4);
  const { follower, leave } = followed({ fetchBoard, subscribe, takeOps, held });
  await jest.advanceTimersByTimeAsync(0);
  expect([follower.follows('project'), follower.follows('another')]).toEqual([true, false]);
  follower.receive(news);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(takeOps).toHaveBeenCalledWith(news);
  expect([fetchBoard, subscribe].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  takeOps.mockReturnValueOnce(false);
  follower.receive(news);
  await jest.advanceTimersByTimeAsync(300);
  expect([fetchBoard, subscribe].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  leave();
});

test('R9 what has come between the read and the subscription is read again', async () => {
  const fetchBoard = jest.fn(async () => BOARD);
  let v = 3;
  const { leave } = followed({
    fetchBoard,
    takeBoard: () => v++,
    held: () => cursorsAt(v),
    subscribe: async () => ({ ok: true, cursors: cursorsAt(5) }),
  });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(fetchBoard).toHaveBeenCalledTimes(2);
  leave();
});

test('R34 a connection that comes after the board joins it, and reads it again only where it is behind', async () => {
  const fetchBoard = jest.fn(async () => BOARD);
  let isConnected = false;
  let v = 4;
  let cursors: Record<string, { epoch: string; v: number }> = cursorsAt(4);
  const subscribe = jest.fn(async (): Promise<PersonalSubscribeAnswer> => ({ ok: true, cursors }));
  const { follower, leave } = followed({
    fetchBoard,
    held: () => cursorsAt(v),
    subscribe: () => (isConnected ? subscribe() : null),
  });
  await jest.advanceTimersByTimeAsync(0);
  isConnected = true;
  const readsAfterConnecting = async () => {
    fetchBoard.mockClear();
    follower.connected(false);
    await jest.advanceTimersByTimeAsync(2_000);
    return fetchBoard.mock.calls.length;
  };
  expect(await readsAfterConnecting()).toBe(0);
  expect(subscribe).toHaveBeenCalledTimes(1);
  v = 3;
  expect(await readsAfterConnecting()).toBe(1);
  // A held project is no longer the user's.
  [v, cursors] = [4, {}];
  expect(await readsAfterConnecting()).toBe(1);
  leave();
});

test('R34 a subscription that is refused for now, or that a change of rights has ended, is asked for again', async () => {
  const subscribe = jest.fn(async (): Promise<PersonalSubscribeAnswer> => ({ ok: true, cursors: {} }));
  subscribe.mockResolvedValueOnce({ ok: false, code: 'too_many_requests' });
  const unsubscribe = jest.fn();
  const { follower, leave } = followed({ subscribe, unsubscribe });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(subscribe).toHaveBeenCalledTimes(2);
  follower.rejoin();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(subscribe).toHaveBeenCalledTimes(3);
  leave();
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

test('R12 a read that a line has swallowed is tried again after five seconds, whether or not anything changes', async () => {
  const fetchBoard = jest.fn(async () => BOARD);
  const { follower, leave } = followed({ fetchBoard });
  await jest.advanceTimersByTimeAsync(0);
  fetchBoard.mockRejectedValueOnce(new NetworkError());
  follower.poll();
  await jest.advanceTimersByTimeAsync(4_000);
  expect(fetchBoard).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(fetchBoard).toHaveBeenCalledTimes(3);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(fetchBoard).toHaveBeenCalledTimes(3);
  leave();
});
