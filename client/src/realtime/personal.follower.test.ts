import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { SubscribeManyAnswer, SubscribeRequest } from '@livelane/shared/realtime/messages.schema';
import { NetworkError } from '#lib/api';
import { PersonalFollower } from './personal.follower';

const BOARD: PersonalBoard = { columns: [], cursors: {}, projects: [] };
const EPOCH = '00000000-0000-4000-8000-000000000000';

/** Someone looks at their personal board; without `subscribe` there is no live connection. */
function followed(ports: Partial<ConstructorParameters<typeof PersonalFollower>[0]>) {
  const follower = new PersonalFollower({
    fetchBoard: async () => BOARD,
    takeBoard: () => undefined,
    subscribe: () => null,
    leave: () => undefined,
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

test('R9 all projects of a personal board are joined by few messages, and what is refused for now is asked again', async () => {
  const cursors = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`project-${index}`, { epoch: EPOCH, v: index }]),
  );
  const joined = { ok: true, role: 'member', epoch: EPOCH, v: 0, mode: 'current' } as const;
  const asked: SubscribeRequest[][] = [];
  const subscribe = async (boards: SubscribeRequest[]): Promise<SubscribeManyAnswer> => {
    asked.push(boards);
    return asked.length === 1
      ? { ok: false, code: 'too_many_requests' }
      : { ok: true, answers: boards.map(() => joined) };
  };
  const { follower, leave } = followed({ fetchBoard: async () => ({ ...BOARD, cursors }), subscribe });
  await jest.advanceTimersByTimeAsync(0);
  expect(asked.map(({ length }) => length)).toEqual([100, 20]);
  expect(asked[1]?.[0]).toEqual({ projectId: 'project-100', epoch: EPOCH, sinceV: 100 });
  expect([follower.isIn('project-0'), follower.isIn('project-119')]).toEqual([false, true]);
  await jest.advanceTimersByTimeAsync(300);
  expect(asked[2]?.length).toBe(100);
  expect(follower.isIn('project-0')).toBe(true);
  leave();
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

test('R10 a project that has gone on without a push is noticed by the next word of where it stands', async () => {
  const fetchBoard = jest.fn(async () => ({ ...BOARD, cursors: { known: { epoch: EPOCH, v: 4 } } }));
  const { follower, leave } = followed({ fetchBoard });
  await jest.advanceTimersByTimeAsync(0);
  const head = { v: 4, hash: '' };
  follower.compare({ projectId: 'known', ...head });
  follower.compare({ projectId: 'another', ...head });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(fetchBoard).toHaveBeenCalledTimes(1);
  follower.compare({ projectId: 'known', ...head, v: 5 });
  await jest.advanceTimersByTimeAsync(300);
  expect(fetchBoard).toHaveBeenCalledTimes(2);
  leave();
});
