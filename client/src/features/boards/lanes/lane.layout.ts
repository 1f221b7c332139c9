import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { perState } from '#board-sync/board.types';
import type { Lane } from './lane.groups';

/** The height of a lane's name, in pixels, as in lanes.module.css. */
export const LANE_HEADER_PX = 40;
/** Height of a cell without cards, a drop target. */
const EMPTY_CELL_PX = 56;
/** Height beneath a cell's last card, where tasks are added. */
const CELL_END_PX = 48;

export interface LanePlace {
  /** From the top of the first lane, in pixels. */
  top: number;
  /** Height of its cells; 0 while it is collapsed. */
  height: number;
  /** The top of each card of a cell, and the bottom of the last one. */
  starts: Readonly<Record<TaskState, readonly number[]>> | null;
}

/** The tops of a cell's cards, from the cell's top, and the bottom of the last one. */
function startsOf(ids: readonly string[], heightOf: (taskId: string) => number): number[] {
  let at = 0;
  const starts = ids.map((id) => {
    const start = at;
    at += heightOf(id);
    return start;
  });
  return [...starts, at];
}

function samePlace(before: LanePlace | undefined, now: LanePlace): LanePlace {
  const isSame = before?.top === now.top && before.height === now.height && before.starts === now.starts;
  return isSame ? before : now;
}

/** Computes places incrementally; unmoved lanes keep their objects, so that they are not rendered. */
export function laneLayouter() {
  const last = new WeakMap<readonly string[], readonly number[]>();
  const lastStarts = new Map<string, LanePlace['starts']>();
  let lastPlaces: ReadonlyMap<string, LanePlace> = new Map();
  let lastVersion = -1;
  /**
   * @param states the columns whose cells determine a lane's height
   * @param version changes with the heights
   */
  return (
    lanes: readonly Lane[],
    states: readonly TaskState[],
    isCollapsed: (key: string) => boolean,
    heightOf: (taskId: string) => number,
    version: number,
  ): LanePlace[] => {
    const isMeasured = version !== lastVersion;
    lastVersion = version;
    const startsIn = (ids: readonly string[]) => {
      const before = last.get(ids);
      if (before && !isMeasured) return before;
      const now = startsOf(ids, heightOf);
      const starts = before && now.every((at, index) => at === before[index]) ? before : now;
      last.set(ids, starts);
      return starts;
    };
    const startsOfLane = ({ key, cells }: Lane) => {
      const before = lastStarts.get(key);
      const now = perState((state) => startsIn(cells[state]));
      const starts = before && taskStates.every((state) => before[state] === now[state]) ? before : now;
      lastStarts.set(key, starts);
      return starts;
    };
    let top = 0;
    const places = lanes.map((lane) => {
      const begin = top;
      top += LANE_HEADER_PX;
      const starts = isCollapsed(lane.key) ? null : startsOfLane(lane);
      let height = 0;
      if (starts) {
        const highest = Math.max(...states.map((state) => starts[state].at(-1) ?? 0));
        height = Math.max(highest + CELL_END_PX, EMPTY_CELL_PX);
      }
      top += height;
      return samePlace(lastPlaces.get(lane.key), { top: begin, height, starts });
    });
    lastPlaces = new Map(lanes.map(({ key }, index) => [key, places[index] as LanePlace]));
    return places;
  };
}

/** How far the page is scrolled before a column renders other cards, in pixels. */
const STEP_PX = 240;
/** Rendered beyond each edge of the window, in pixels: with the steps about as much as in columns. */
export const BEYOND_PX = 240;
/** How much the window moves before one of the columns renders other cards, in pixels. */
export const WINDOW_STEP_PX = STEP_PX / taskStates.length;

/** Whether a lane is in or near the window, so that its cards are rendered. */
export function isNear({ top, height }: LanePlace, at: number): boolean {
  const bottom = at + window.innerHeight + STEP_PX + BEYOND_PX;
  return top < bottom && top + LANE_HEADER_PX + height > at - STEP_PX - BEYOND_PX;
}

/** How many window heights away a lifted card can be dropped. */
const REACH_WINDOWS = 4;

/** Whether a lane is within reach of a card that is lifted now. */
export function isInReach({ top, height }: LanePlace, at: number): boolean {
  const reach = REACH_WINDOWS * window.innerHeight;
  return top < at + window.innerHeight + reach && top + LANE_HEADER_PX + height > at - reach;
}

/**
 * The rendered part of a cell, from its top, in pixels. Columns change theirs one after the other: all at once would be
 * too many cards for one frame.
 * @param at the window's top relative to the cell's, in pixels
 * @param beyond how much is rendered beyond each edge of the window, in pixels
 */
export function renderedPart(
  at: number,
  column: number,
  height: number,
  beyond: number,
): { from: number; to: number } {
  const shift = column * WINDOW_STEP_PX;
  const from = Math.floor((at - shift) / STEP_PX) * STEP_PX + shift - beyond;
  const within = (pixels: number) => Math.min(Math.max(pixels, 0), height);
  return { from: within(from), to: within(from + STEP_PX + window.innerHeight + 2 * beyond) };
}

/** The numbers of the cards of a cell that lie between two heights, the second excluded. */
export function cardsBetween(
  starts: readonly number[],
  from: number,
  to: number,
): [first: number, end: number] {
  const count = starts.length - 1;
  const firstWhere = (isThere: (index: number) => boolean) => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isThere(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const first = firstWhere((index) => (starts[index + 1] ?? 0) > from);
  return [
    first,
    Math.max(
      first,
      firstWhere((index) => (starts[index] ?? 0) >= to),
    ),
  ];
}
