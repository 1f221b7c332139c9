import type { CatchUp, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import type { UnknownAction } from '@reduxjs/toolkit';
import { EPOCH, newId, op, PROJECT, range, snapshot, task, USER } from './board.fixture';
import { BoardFollower } from './board.follower';
import { readOf } from './board.reading';
import { boardReducer, opsReceived } from './board.slice';
import { noBoards, projectBoard } from './board.types';

/** A follower with server and clock controlled by the test. */
function setUp({ live = true } = {}) {
  let state = noBoards;
  const timers: Array<{ run: () => void; ms: number }> = [];
  const asked: string[] = [];
  const server: { board: ProjectBoard; ops: () => CatchUp; answer: () => SubscribeAnswer } = {
    board: snapshot(1, [task()]),
    ops: () => ({ reset: true }),
    answer: () => ({ ok: true, role: 'member', epoch: EPOCH, v: 1, mode: 'refetch' }),
  };
  let release: (() => void) | null = null;
  const errors: unknown[] = [];
  const dispatched: UnknownAction[] = [];
  const frame: Array<() => void> = [];
  const paint = () => {
    for (const run of frame.splice(0)) run();
  };
  const follower = new BoardFollower(PROJECT, {
    userId: USER,
    cursor: () => {
      const board = projectBoard(state, PROJECT);
      return board ? { epoch: board.epoch, v: board.v } : null;
    },
    fetchBoard: async (held) => {
      asked.push(held ? `board since ${held.v}` : 'board');
      return held && held.epoch === server.board.epoch && held.v === server.board.v
        ? null
        : readOf(server.board);
    },
    fetchOps: async ({ v }) => {
      asked.push(`ops since ${v}`);
      return server.ops();
    },
    isSeenKnown: () => true,
    subscribe: (held) => {
      if (!live) return null;
      asked.push(held ? `subscribe since ${held.v}` : 'subscribe');
      return new Promise((resolve) => {
        release = () => resolve(server.answer());
        queueMicrotask(() => holdAnswer || release?.());
      });
    },
    dispatch: (action) => {
      dispatched.push(action);
      state = boardReducer(state, action);
    },
    onOps: () => undefined,
    onError: (error) => errors.push(error),
    beforePaint: (run) => frame.push(run),
    setTimer: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  });
  let holdAnswer = false;
  return {
    follower,
    server,
    timers,
    asked,
    errors,
    dispatched,
    /** The painted version. */
    v: () => {
      paint();
      return projectBoard(state, PROJECT)?.v;
    },
    paint,
    holdAnswer: () => {
      holdAnswer = true;
    },
    releaseAnswer: () => release?.(),
  };
}

const patched = (v: number) => op(v, { type: 'task.patched', taskId: newId(), patch: { title: `At ${v}` } });

test('R9 what is pushed before the answer of the subscription waits for it', async () => {
  const { follower, holdAnswer, releaseAnswer, v, server } = setUp();
  holdAnswer();
  const joined = follower.join();
  follower.receive(range(patched(2)));
  expect(v()).toBeUndefined();
  server.board = snapshot(1, []);
  releaseAnswer();
  await joined;
  expect(v()).toBe(2);
});

test('R9 R13 a delta is applied to what is held', async () => {
  const { follower, server, v, asked } = setUp();
  await follower.join();
  server.answer = () => ({
    ok: true,
    role: 'member',
    epoch: EPOCH,
    v: 3,
    mode: 'delta',
    ops: [patched(2), patched(3)],
  });
  await follower.join();
  expect(v()).toBe(3);
  expect(asked).toEqual(['subscribe', 'board', 'subscribe since 1']);
});

test('R10 ops that are ahead are held up to a second, then the missing ones are asked for', async () => {
  const { follower, timers, server, v, asked } = setUp();
  await follower.join();
  follower.receive(range(patched(3)));
  expect(v()).toBe(1);
  expect(timers.map((timer) => timer.ms)).toEqual([1_000]);
  server.ops = () => ({ epoch: EPOCH, from: 2, to: 2, ops: [patched(2)] });
  timers[0]?.run();
  await new Promise(process.nextTick);
  await new Promise(process.nextTick);
  expect(asked.at(-1)).toBe('ops since 1');
  expect(v()).toBe(3);
});

test('R10 ops of one frame are one dispatch', async () => {
  const { follower, v, dispatched, paint } = setUp();
  await follower.join();
  for (const n of [2, 3, 4]) follower.receive(range(patched(n)));
  paint();
  expect(dispatched.filter(opsReceived.match).map(({ payload }) => payload.map(({ to }) => to))).toEqual([
    [2, 3, 4],
  ]);
  expect(v()).toBe(4);
});

test('R10 the missing op comes within the second: nothing is asked for', async () => {
  const { follower, timers, v, asked } = setUp();
  await follower.join();
  follower.receive(range(patched(3)));
  follower.receive(range(patched(2)));
  expect(v()).toBe(3);
  expect(timers).toEqual([]);
  expect(asked).toEqual(['subscribe', 'board']);
});

test('R10 ops of another epoch make the board be read again', async () => {
  const { follower, server, v, asked } = setUp();
  await follower.join();
  const epoch = newId();
  server.board = snapshot(7, [], epoch);
  follower.receive({ ...range(patched(2)), epoch });
  await new Promise(process.nextTick);
  await new Promise(process.nextTick);
  expect(asked.at(-1)).toBe('board');
  expect(v()).toBe(7);
});

test('R12 without a socket the board is read by REST, and an unchanged one costs nothing', async () => {
  const { follower, server, v, asked } = setUp({ live: false });
  await follower.join();
  await follower.poll();
  server.board = snapshot(2, []);
  await follower.poll();
  expect(asked).toEqual(['board', 'board since 1', 'board since 1']);
  expect(v()).toBe(2);
});

test('R13 too far behind for ops: the whole board', async () => {
  const { follower, server, v, asked } = setUp();
  await follower.join();
  server.board = snapshot(900, []);
  await follower.catchUp();
  expect(asked.slice(-2)).toEqual(['ops since 1', 'board']);
  expect(v()).toBe(900);
});

test('a head that is ahead means a lost push: it is caught up', async () => {
  const { follower, timers } = setUp();
  await follower.join();
  follower.hint(1);
  expect(timers).toEqual([]);
  follower.hint(2);
  expect(timers).toHaveLength(1);
});

test('a refused subscription is told', async () => {
  const { follower, server, errors } = setUp();
  server.answer = () => ({ ok: false, code: 'not_found' });
  await follower.join();
  expect(errors).toEqual([expect.objectContaining({ code: 'not_found' })]);
});

test('R13 what is asked for while a request is under way is done after it: a poll takes the place of none', async () => {
  const { follower, server, asked, v } = setUp();
  await follower.join();
  const polled = follower.poll();
  void follower.join();
  void follower.reset();
  server.board = snapshot(9, []);
  void follower.poll();
  await polled;
  expect(asked.slice(2)).toEqual(['board since 1', 'subscribe since 1', 'board since 1', 'board']);
  expect(v()).toBe(9);
});

test('R21 an op of a later version is not guessed: the board is read again', async () => {
  const { follower, server, v, asked } = setUp();
  await follower.join();
  server.board = snapshot(2, []);
  const unknown = { ...patched(2), type: 'task.sung' } as unknown as ReturnType<typeof patched>;
  follower.receive(range(unknown));
  await new Promise((resolve) => setTimeout(resolve));
  expect(v()).toBe(2);
  follower.receive(range(patched(3)));
  expect(v()).toBe(3);
  expect(asked.slice(2)).toEqual(['board']);
});
