import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { perState } from '#board-sync/board.types';
import type { Lane } from './lane.groups';
import { cardsBetween, LANE_HEADER_PX, laneLayouter } from './lane.layout';

const lane = (key: string, cells: Partial<Record<TaskState, string[]>>): Lane => ({
  key,
  cells: perState((state) => cells[state] ?? []),
  count: 0,
});
const heights: Record<string, number> = { a: 100, b: 50, c: 70, hidden: 900 };
const heightOf = (id: string) => heights[id] ?? 0;
const lanes = [
  lane('one', { READY: ['a', 'b'], REVIEW: ['c'], DONE: ['hidden'] }),
  lane('two', {}),
  lane('three', {}),
];
const states = taskStates.filter((state) => state !== 'DONE');

it('a lane is as high as its longest cell, and lanes stand beneath each other', () => {
  const [one, two, three] = laneLayouter()(lanes, states, (key) => key === 'two', heightOf, 0);
  expect(one).toMatchObject({ top: 0, height: 174 });
  expect(one?.starts?.READY).toEqual([0, 100, 150]);
  expect(two).toEqual({ top: LANE_HEADER_PX + 174, height: 0, starts: null });
  expect(three).toMatchObject({ top: 2 * LANE_HEADER_PX + 174, height: 56 });
});

it('a cell whose cards and heights are the same keeps its places', () => {
  const layOut = laneLayouter();
  const at = (version: number) => layOut(lanes, states, () => false, heightOf, version)[0]?.starts?.READY;
  const before = at(0);
  expect(at(0)).toBe(before);
  heights.b = 80;
  expect(at(1)).toEqual([0, 100, 180]);
});

it.each([
  [0, 100, [0, 1]],
  [99, 101, [0, 2]],
  [100, 150, [1, 2]],
  [0, 0, [0, 0]],
  [500, 900, [3, 3]],
  [-200, 1_000, [0, 3]],
])('between %i and %i pixels are the cards %j', (from, to, expected) => {
  expect(cardsBetween([0, 100, 150, 220], from, to)).toEqual(expected);
});
