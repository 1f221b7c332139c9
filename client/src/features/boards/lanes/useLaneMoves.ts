import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useT } from '#i18n/useT';
import { announce } from '#ui/announce/announce';
import { useBoard } from '../board.context';
import type { CardLists } from '../dnd/useCardDrag';
import type { Direction } from '../keyboard/board.keys';
import { cardsIn, focusSoon, nearestCard } from '../keyboard/cardFocus';
import type { KeyMoves } from '../keyboard/useBoardKeys';
import type { Lane } from './lane.groups';

interface Options {
  lanes: readonly Lane[];
  states: readonly TaskState[];
  closed: ReadonlySet<string>;
  nameOf: (listId: string) => string;
  editOf: NonNullable<CardLists['editOf']>;
}

const cellElement = (state: string, laneKey: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-state="${state}"][data-lane="${laneKey}"]`);
/** A lane far from the window has no cells. */
const laneElement = (laneKey: string) => document.querySelector<HTMLElement>(`[data-lane-row="${laneKey}"]`);
const cardAt = (state: string, laneKey: string, index: number): HTMLElement | null => {
  const cell = cellElement(state, laneKey);
  return (cell && cardsIn(cell).find((card) => Number(card.dataset.index) === index)) ?? null;
};

/** Arrow keys on a board in lanes: up and down continue in the next lane, sideways stays in this one. */
export function useLaneMoves({ lanes, states, closed, nameOf, editOf }: Options): KeyMoves {
  const t = useT();
  const { onMove } = useBoard();
  const laneOf = (card: HTMLElement) => card.closest<HTMLElement>('[data-lane]')?.dataset.lane ?? '';
  const open = lanes.filter(({ key }) => !closed.has(key));

  /** Renders a card that is not in the page yet, and focuses it. */
  const focusAt = (state: TaskState, laneKey: string, index: number) => {
    const card = cardAt(state, laneKey, index);
    // At once if possible: the next key is meant for it.
    if (card) {
      card.focus();
      return;
    }
    const block = index === 0 ? 'start' : 'end';
    (cellElement(state, laneKey) ?? laneElement(laneKey))?.scrollIntoView({ block });
    focusSoon(() => cardAt(state, laneKey, index));
  };

  const walk = (card: HTMLElement, state: TaskState, to: Direction) => {
    const key = laneOf(card);
    const at = open.findIndex((lane) => lane.key === key);
    if (to === 'up' || to === 'down') {
      const step = to === 'down' ? 1 : -1;
      const index = Number(card.dataset.index) + step;
      if (open[at]?.cells[state][index]) {
        focusAt(state, key, index);
        return;
      }
      for (let next = at + step; open[next]; next += step) {
        const { cells, key: nextKey } = open[next] as Lane;
        if (cells[state].length === 0) continue;
        focusAt(state, nextKey, to === 'down' ? 0 : cells[state].length - 1);
        return;
      }
      return;
    }
    const step = to === 'after' ? 1 : -1;
    for (let next = states.indexOf(state) + step; states[next]; next += step) {
      const beside = states[next] as TaskState;
      const cell = cellElement(beside, key);
      if (!cell || open[at]?.cells[beside].length === 0) continue;
      const neighbour = nearestCard(cell, card);
      if (neighbour) {
        neighbour.focus();
        neighbour.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else {
        // Distant columns render their cards once they are in the window.
        cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        focusSoon(() => nearestCard(cell, card));
      }
      return;
    }
  };

  const carry = (card: HTMLElement, { id: taskId, state, title }: StoredTask, to: Direction) => {
    const key = laneOf(card);
    const at = open.findIndex((lane) => lane.key === key);
    const own = open[at]?.cells[state] ?? [];
    const isSideways = to === 'before' || to === 'after';
    const step = to === 'after' || to === 'down' ? 1 : -1;
    const from = own.indexOf(taskId);
    const isLeaving = !isSideways && (from + step < 0 || from + step >= own.length);
    const target = isSideways ? states[states.indexOf(state) + step] : state;
    const lane = open[isLeaving ? at + step : at];
    if (!target || !lane) return;
    const others = lane.cells[target].filter((id) => id !== taskId);
    // Down to the beginning of the next lane, up to the end of the one above.
    const index = isLeaving
      ? to === 'down'
        ? 0
        : others.length
      : isSideways
        ? Math.min(from, others.length)
        : from + step;
    const list = `${target} ${lane.key}`;
    const place = { afterId: others[index - 1] ?? null, beforeId: others[index] ?? null };
    const edit = editOf(taskId, `${state} ${key}`, list);
    if (edit === null || !onMove(taskId, target, place, edit)) return;
    announce(t('drag_moved', { title, position: index + 1, state: nameOf(list) }));
    focusSoon(() => {
      const cell = cellElement(target, lane.key);
      return cell?.querySelector<HTMLElement>(`[data-task-id="${taskId}"]`) ?? null;
    });
  };
  return { walk, carry };
}
