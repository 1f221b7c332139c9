import type { TaskState } from '@livelane/shared/tasks/task.values';
import { perState } from '#board-sync/board.types';
import type { Lane } from './lane.groups';

/** The height of a lane's name, in pixels, as in lanes.module.css. */
export const LANE_HEADER_PX = 40;
/** So high is a cell without cards: a card can be dropped there. */
const EMPTY_CELL_PX = 56;
/** Beneath a cell's last card. */
const CELL_END_PX = 24;

export interface LanePlace {
  /** From the top of the first lane, in pixels. */
  top: number;
  /** Of its cells; none while it is collapsed. */
  height: number;
  /** Where each card of a cell begins, and where the last one ends. */
  starts: Readonly<Record<TaskState, readonly number[]>> | null;
}

/** Where the cards of a cell begin, from its top, and where the last one ends. */
function startsOf(ids: readonly string[], heightOf: (taskId: string) => number): number[] {
  let at = 0;
  const starts = ids.map((id) => {
    const start = at;
    at += heightOf(id);
    return start;
  });
  return [...starts, at];
}

/** Computes places again and again; a cell whose cards and heights are those of before is not added up again. */
export function laneLayouter() {
  let last = new WeakMap<readonly string[], readonly number[]>();
  let lastVersion = -1;
  /**
   * @param states the columns that are shown
   * @param version another one when a height is another one
   */
  return (
    lanes: readonly Lane[],
    states: readonly TaskState[],
    isCollapsed: (key: string) => boolean,
    heightOf: (taskId: string) => number,
    version: number,
  ): LanePlace[] => {
    if (version !== lastVersion) last = new WeakMap();
    lastVersion = version;
    const startsIn = (ids: readonly string[]) => {
      const starts = last.get(ids) ?? startsOf(ids, heightOf);
      last.set(ids, starts);
      return starts;
    };
    let top = 0;
    return lanes.map(({ key, cells }) => {
      const begin = top;
      top += LANE_HEADER_PX;
      if (isCollapsed(key)) return { top: begin, height: 0, starts: null };
      const starts = perState((state) => startsIn(cells[state]));
      const highest = Math.max(...states.map((state) => starts[state].at(-1) ?? 0));
      const height = Math.max(highest + CELL_END_PX, EMPTY_CELL_PX);
      top += height;
      return { top: begin, height, starts };
    });
  };
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
