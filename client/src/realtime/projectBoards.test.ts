/** @jest-environment jsdom */
import { BOARD_LINES_TYPE } from '@livelane/shared/boards/board.lines';
import { packCards } from '@livelane/shared/boards/card.packing';
import type { BoardOps, SubscribeAnswer, SubscribeRequest } from '@livelane/shared/realtime/messages.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { waitFor } from '@testing-library/react';
import { EPOCH, op, PROJECT, range, snapshot, task, USER } from '#board-sync/board.fixture';
import { type BoardRead, readOf } from '#board-sync/board.reading';
import { boardRead } from '#board-sync/board.slice';
import { projectBoard } from '#board-sync/board.types';
import { boardSeen } from '#board-sync/realtime.slice';
import { setSession } from '#lib/session';
import { createStore } from '#store/store';
import { StubNetwork, session } from '#test/network';
import type { ConnectionMonitor } from './connection.monitor';
import { ProjectBoards } from './projectBoards';
import type { RealtimeSocket } from './realtime.socket';

const [first, second, third] = [task({ rank: 'a0' }), task({ rank: 'a1' }), task({ rank: 'a2' })];
const cards = [first, second, third];
const [topLine, restLine] = [
  {
    projectId: PROJECT,
    epoch: EPOCH,
    v: 1,
    role: 'member',
    columns: taskStates.map((state) => ({
      state,
      count: state === 'READY' ? cards.length : 0,
      cards: packCards(state === 'READY' ? [first] : []),
    })),
    members: [],
  },
  { state: 'READY', cards: packCards([second, third]) },
].map((line) => new TextEncoder().encode(`${JSON.stringify(line)}\n`));

interface TabWith {
  isConnected?: boolean;
  /** The board that the tab holds already. */
  held?: BoardRead;
  /** The version up to which its user has seen it, as known to the tab. */
  known?: number | undefined;
}

/** A tab that opens a board. */
function openTab(network: StubNetwork, { isConnected = false, held, known }: TabWith = {}) {
  setSession(session);
  const subscribed: SubscribeRequest[] = [];
  const answer: SubscribeAnswer = { ok: true, role: 'member', epoch: EPOCH, v: 1, mode: 'current' };
  const emitWithAck = async (_event: string, request: SubscribeRequest) => {
    subscribed.push(request);
    return answer;
  };
  const handlers = new Map<string, (message: BoardOps) => void>();
  const socket = {
    connected: isConnected,
    timeout: () => ({ emitWithAck }),
    on: (event: string, handler: (message: BoardOps) => void) => void handlers.set(event, handler),
  };
  const store = createStore();
  if (held) store.dispatch(boardRead(held));
  if (known !== undefined) store.dispatch(boardSeen({ projectId: PROJECT, seenV: known }));
  const errors: unknown[] = [];
  const boards = new ProjectBoards({
    userId: USER,
    store,
    socket: socket as unknown as RealtimeSocket,
    connection: { watched: <T>(request: Promise<T>) => request } as unknown as ConnectionMonitor,
    onOps: () => undefined,
    onRevoked: () => undefined,
  });
  const opened = boards.open(PROJECT, (error) => errors.push(error));
  const board = () => projectBoard(store.getState().board, PROJECT);
  const push = (message: BoardOps) => handlers.get('board:ops')?.(message);
  return { boards, socket, push, network, subscribed, errors, opened, board, store };
}

/** A tab that opens a board whose answer the test triggers. */
function openBoard() {
  const answers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const network = new StubNetwork({
    [`GET /kanban/project/${PROJECT}`]: () => ({
      headers: { 'Content-Type': BOARD_LINES_TYPE, 'Livelane-Seen': '1' },
      stream: new ReadableStream<Uint8Array>({ start: (controller) => void answers.push(controller) }),
    }),
  });
  return { ...openTab(network), answers };
}

test.each([
  ['by ops alone', undefined, [`"${EPOCH}:1"`]],
  ['that has been read', 0, []],
])(
  'SPEC.md#history: a board that is held and continued %s learns what its user has seen',
  async (_, known, asked) => {
    const network = new StubNetwork({
      [`GET /kanban/project/${PROJECT}`]: { status: 304, headers: { 'Livelane-Seen': '1' } },
    });
    const held = readOf(snapshot(1, cards));
    const { opened, store, subscribed } = openTab(network, { isConnected: true, held, known });
    await opened;
    expect(subscribed).toHaveLength(1);
    expect(network.calls.map(({ headers }) => headers['If-None-Match'])).toEqual(asked);
    expect(store.getState().realtime.seen).toEqual({ [PROJECT]: known ?? 1 });
  },
);

it('R9 R10 what is pushed while the rest of a board is on its way is applied after it', async () => {
  const { boards, socket, push, network, answers, subscribed, opened, board } = openBoard();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.enqueue(topLine as Uint8Array);
  await waitFor(() => expect(board()?.view.READY.ids).toEqual([first.id]));
  socket.connected = true;
  boards.joinAll();
  push(range(op(2, { type: 'task.patched', taskId: third.id, patch: { title: 'Pushed' } })));
  expect(subscribed).toEqual([]);
  expect(board()?.v).toBe(1);
  answers[0]?.enqueue(restLine as Uint8Array);
  answers[0]?.close();
  await opened;
  await waitFor(() => expect(board()?.v).toBe(2));
  expect(board()?.awaited).toBeNull();
  expect(board()?.view.READY.ids).toEqual(cards.map(({ id }) => id));
  expect(board()?.view.READY.cards[third.id]?.title).toBe('Pushed');
  await waitFor(() =>
    expect(subscribed).toEqual([{ projectId: PROJECT, epoch: EPOCH, sinceV: expect.any(Number) }]),
  );
  expect(network.made()).toHaveLength(1);
});

it('a board whose rest is cut off is reported as a lost connection, and is read from its beginning the next time', async () => {
  const { boards, network, answers, errors, opened, board } = openBoard();
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.enqueue(topLine as Uint8Array);
  await waitFor(() => expect(board()).toBeDefined());
  answers[0]?.error(new TypeError('network'));
  await opened;
  expect(errors).toEqual([expect.objectContaining({ name: 'NetworkError' })]);
  boards.poll();
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(network.calls.at(-1)?.headers).not.toHaveProperty('If-None-Match');
  for (const line of [topLine, restLine]) answers[1]?.enqueue(line as Uint8Array);
  answers[1]?.close();
  await waitFor(() => expect(board()?.awaited).toBeNull());
  expect(board()?.view.READY.ids).toHaveLength(3);
});
