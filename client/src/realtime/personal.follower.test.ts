import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import { PersonalFollower } from './personal.follower';

const BOARD: PersonalBoard = { columns: [], cursors: {}, projects: [] };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the personal board is read 0.3 s after a change, and seldom while busy projects change all the time', async () => {
  const fetchBoard = jest.fn(async () => BOARD);
  const follower = new PersonalFollower({
    fetchBoard,
    takeBoard: () => undefined,
    subscribe: () => null,
    leave: () => undefined,
  });
  const leave = follower.follow(() => undefined);
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
