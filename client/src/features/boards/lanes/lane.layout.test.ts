/** @jest-environment jsdom */
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { perState } from '#board-sync/board.types';
import type { Lane } from './lane.groups';
import {
  BEYOND_PX,
  cardsBetween,
  isNear,
  LANE_HEADER_PX,
  laneLayouter,
  renderedPart,
  WINDOW_STEP_PX,
} from './lane.layout';

const lane = (key: string, cells: Partial<Record<TaskState, string[]>>): Lane => ({
  key,
  cells: perState((state) => cells[state] ?? []),
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
  expect(one).toMatchObject({ top: 0, height: 198 });
  expect(one?.starts?.READY).toEqual([0, 100, 150]);
  expect(two).toEqual({ top: LANE_HEADER_PX + 198, height: 0, starts: null });
  expect(three).toMatchObject({ top: 2 * LANE_HEADER_PX + 198, height: 56 });
});

it('a cell whose cards and heights are the same keeps its places', () => {
  const layOut = laneLayouter();
  const at = (version: number) => layOut(lanes, states, () => false, heightOf, version)[0]?.starts?.READY;
  const before = at(0);
  expect(at(0)).toBe(before);
  heights.b = 80;
  expect(at(1)).toEqual([0, 100, 180]);
});

it('a phone, which shows one column, has lanes as high as their cells there', () => {
  expect(laneLayouter()(lanes, ['REVIEW'], () => false, heightOf, 0)[0]?.height).toBe(heightOf('c') + 48);
  expect(laneLayouter()(lanes, ['TEST'], () => false, heightOf, 0)[0]?.height).toBe(56);
});

it('a lane stays where it was, in the same place, whatever is measured beneath it', () => {
  const layOut = laneLayouter();
  const both = [lanes[0] as Lane, lane('last', { READY: ['below'] })];
  const at = (version: number) => layOut(both, states, () => false, heightOf, version);
  const [above, below] = at(0);
  heights.below = 300;
  const [same, other] = at(1);
  expect(same).toBe(above);
  expect(other?.starts?.REVIEW).toBe(below?.starts?.REVIEW);
  expect(other?.starts?.READY).toEqual([0, 300]);
});

it('what is rendered covers the window, and columns go on one after the other', () => {
  for (let at = -900; at <= 4_000; at += WINDOW_STEP_PX)
    for (const column of [0, 3, 7])
      for (const beyond of [0, BEYOND_PX]) {
        const { from, to } = renderedPart(at, column, 5_000, beyond);
        expect(from).toBeLessThanOrEqual(Math.max(at - beyond, 0));
        expect(to).toBeGreaterThanOrEqual(Math.min(Math.max(at + window.innerHeight + beyond, 0), 5_000));
      }
  const changes = [0, 3, 7].map((column) =>
    Array.from(
      { length: 8 },
      (_, step) => renderedPart(2_000 + step * WINDOW_STEP_PX, column, 9_000, BEYOND_PX).from,
    ),
  );
  const stepOf = (froms: number[]) =>
    froms.findIndex((from, index) => index > 0 && from !== froms[index - 1]);
  expect(new Set(changes.map(stepOf)).size).toBe(3);
});

it('a lane far from the window is not near', () => {
  const place = { top: 10_000, height: 400, starts: null };
  expect([9_500, 10_200].map((at) => isNear(place, at))).toEqual([true, true]);
  expect([5_000, 20_000].map((at) => isNear(place, at))).toEqual([false, false]);
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
