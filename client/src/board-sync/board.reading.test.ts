import { BOARD_LINES_TYPE, type BoardTop, type MoreCards } from '@livelane/shared/boards/board.lines';
import { packCards } from '@livelane/shared/boards/card.packing';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { EPOCH, PROJECT, snapshot, task, withRead } from './board.fixture';
import { beginReading, readOf } from './board.reading';
import { noBoards, projectBoard } from './board.types';

const cards = Array.from({ length: 5 }, (_, index) =>
  task({ title: `Card ${index} „ü“`, rank: `a${index}` }),
);
const top: BoardTop = {
  projectId: PROJECT,
  epoch: EPOCH,
  v: 1,
  role: 'member',
  columns: taskStates.map((state) => ({
    state,
    count: state === 'READY' ? cards.length : 0,
    cards: packCards(state === 'READY' ? cards.slice(0, 2) : []),
  })),
  members: [],
};
const more: MoreCards[] = [
  { state: 'READY', cards: packCards(cards.slice(2, 4)) },
  { state: 'READY', cards: packCards(cards.slice(4)) },
];

/** An answer in lines that arrives in pieces of this many bytes. `ended` notes how its stream came to its end. */
function answer(lines: readonly unknown[], pieceBytes = 7, ended = jest.fn()): Response {
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        ended('read');
      } else controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
    cancel: () => ended('cancelled'),
  });
  return { body, headers: { get: () => BOARD_LINES_TYPE } } as unknown as Response;
}

it('a board in lines is shown from its first one, and is whole after the last, wherever the pieces end', async () => {
  const reading = await beginReading(answer([top, ...more]));
  expect(reading.top.columns.READY.ids).toEqual(cards.slice(0, 2).map(({ id }) => id));
  expect(reading.top.awaited).toMatchObject({ READY: 3, DONE: 0 });
  const whole = await reading.whole();
  expect(whole).toEqual(readOf(snapshot(1, cards)));
  expect(await reading.whole()).toBe(whole);
});

it('what is shown of a board stays as it is while the rest is read', async () => {
  const reading = await beginReading(answer([top, ...more]));
  const begun = withRead(noBoards, reading.top);
  const shown = projectBoard(begun, PROJECT)?.view.READY;
  const whole = withRead(begun, await reading.whole());
  expect(shown?.ids).toHaveLength(2);
  expect(Object.keys(shown?.cards ?? {})).toHaveLength(2);
  const [first = ''] = shown?.ids ?? [];
  expect(projectBoard(whole, PROJECT)?.view.READY.cards[first]).toBe(shown?.cards[first]);
});

it('the first cards never take the place of a whole board', async () => {
  const whole = withRead(noBoards, readOf(snapshot(1, cards)));
  const { top: begun } = await beginReading(answer([{ ...top, v: 9 }, ...more]));
  expect(withRead(whole, begun)).toBe(whole);
});

it('a board of which something is missing at the end was cut off', async () => {
  const reading = await beginReading(answer([top, more[0]]));
  await expect(reading.whole()).rejects.toThrow('cut off');
  await expect(beginReading(answer([]))).rejects.toThrow('empty');
});

it('a small board is whole with its first line, and so is one in a single object', async () => {
  const columns = top.columns.map((column) => ({ ...column, count: column.state === 'READY' ? 2 : 0 }));
  expect((await beginReading(answer([{ ...top, columns }]))).top.awaited).toBeNull();
  const object = { headers: { get: () => 'application/json' }, json: async () => snapshot(1, cards) };
  const reading = await beginReading(object as unknown as Response);
  expect(await reading.whole()).toBe(reading.top);
  expect(reading.top.columns.READY.ids).toHaveLength(5);
});

it('no answer holds a connection: the end of a small board is read, and what is not needed is cancelled', async () => {
  const [small, large] = [jest.fn(), jest.fn()];
  await beginReading(answer([{ ...top, columns: [] }], 7, small));
  await new Promise((resolve) => setTimeout(resolve));
  expect(small.mock.calls).toEqual([['read']]);
  const reading = await beginReading(answer([top, ...more], 7, large));
  expect(large).not.toHaveBeenCalled();
  reading.leave();
  await new Promise((resolve) => setTimeout(resolve));
  expect(large.mock.calls).toEqual([['cancelled']]);
});
