import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { useCallback, useMemo } from 'react';
import { selectColumn } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { useAppStore } from '#store/hooks';
import { announce } from '#ui/announce/announce';
import { useBoard } from '../board.context';
import { shownCards } from '../cards/shownCards';
import { useColumnName } from '../columns/useColumnName';
import { useShownStates } from '../columns/useShownStates';
import type { Direction } from './board.keys';
import { cardElement, cardsIn, columnElement, focusSoon, nearestCard } from './cardFocus';
import type { KeyMoves } from './useBoardKeys';

/** Arrow keys on a board of columns. */
export function useColumnMoves(): KeyMoves {
  const t = useT();
  const store = useAppStore();
  const nameOf = useColumnName();
  const { boardId, filter, look, workspaceOf, onMove } = useBoard();
  const shown = useShownStates();

  const walk = useCallback((card: HTMLElement, state: TaskState, to: Direction) => {
    const column = columnElement(state);
    if (!column) return;
    if (to === 'up' || to === 'down') {
      const index = Number(card.dataset.index) + (to === 'down' ? 1 : -1);
      const next = () => cardsIn(column).find((each) => Number(each.dataset.index) === index) ?? null;
      const neighbour = next();
      if (neighbour) neighbour.focus();
      else if (index >= 0) {
        // If the list was scrolled away from the card, this also renders its neighbours.
        card.scrollIntoView({ block: 'nearest' });
        focusSoon(next);
      }
      return;
    }
    const step = to === 'after' ? 1 : -1;
    for (let at = taskStates.indexOf(state) + step; taskStates[at]; at += step) {
      const next = columnElement(taskStates[at] ?? '');
      const neighbour = next && nearestCard(next, card);
      if (!neighbour) continue;
      neighbour.focus();
      neighbour.scrollIntoView({ block: 'nearest' });
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      return;
    }
  }, []);

  /** One place up or down, or into the column beside it at the same height. */
  const carry = useCallback(
    (_card: HTMLElement, { id: taskId, state, title }: StoredTask, to: Direction) => {
      const shownIn = (each: TaskState) =>
        shownCards(selectColumn(store.getState(), boardId, each), { filter, look, workspaceOf });
      const from = shownIn(state).indexOf(taskId);
      const isSideways = to === 'before' || to === 'after';
      const target = isSideways ? shown[shown.indexOf(state) + (to === 'after' ? 1 : -1)] : state;
      if (!target) return;
      const others = shownIn(target).filter((id) => id !== taskId);
      const index = isSideways ? Math.min(from, others.length) : from + (to === 'down' ? 1 : -1);
      if (index < 0 || index > others.length) return;
      const isTaken = onMove(taskId, target, {
        afterId: others[index - 1] ?? null,
        beforeId: others[index] ?? null,
      });
      if (!isTaken) return;
      // The personal board decides where it comes.
      const position = shownIn(target).indexOf(taskId) + 1 || index + 1;
      announce(t('drag_moved', { title, position, state: nameOf(target) }));
      focusSoon(() => {
        const card = cardElement(taskId);
        return card?.closest(`[data-state="${target}"]`) ? card : null;
      });
    },
    [store, boardId, filter, look, workspaceOf, shown, nameOf, onMove, t],
  );
  return useMemo(() => ({ walk, carry }), [walk, carry]);
}
