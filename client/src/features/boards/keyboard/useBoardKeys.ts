import { type TaskState, taskStates } from '@livelane/shared/tasks/task.values';
import { useCallback, useEffect } from 'react';
import { selectColumn, selectTask } from '#board-sync/board.selectors';
import { useT } from '#i18n/useT';
import { sendCommand } from '#lib/commands';
import { areSingleKeysOn } from '#lib/singleKeys';
import { isTyping } from '#lib/typing';
import { useAppStore } from '#store/hooks';
import { announce } from '#ui/announce/announce';
import { useBoard } from '../board.context';
import { extendTo, selection, toggle } from '../selection/selection';
import { shownCards } from '../shownCards';
import { useColumnName } from '../useColumnName';
import { boardKey, type Direction } from './board.keys';
import { cardElement, cardsIn, columnElement, focusedCard, focusSoon, nearestCard } from './cardFocus';

/** Everything that can be done with a board's cards, by keys alone. */
export function useBoardKeys(): void {
  const t = useT();
  const store = useAppStore();
  const nameOf = useColumnName();
  const { boardId, filter, workspaceOf, settings, canCreate, canEdit, ...on } = useBoard();
  const { onOpen, onNew, onMove, onMoveTo, onComplete, onDelete } = on;

  const walk = useCallback((card: HTMLElement, state: TaskState, to: Direction) => {
    const column = columnElement(state);
    if (!column) return;
    if (to === 'up' || to === 'down') {
      const index = Number(card.dataset.index) + (to === 'down' ? 1 : -1);
      const next = () => cardsIn(column).find((each) => Number(each.dataset.index) === index) ?? null;
      const neighbour = next();
      if (neighbour) neighbour.focus();
      else if (index >= 0) {
        // The list was scrolled away from the card: its neighbours come into the page with it.
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
    (taskId: string, state: TaskState, to: Direction) => {
      const shownIn = (each: TaskState) =>
        shownCards(selectColumn(store.getState(), boardId, each), { filter, workspaceOf });
      const from = shownIn(state).indexOf(taskId);
      const isSideways = to === 'before' || to === 'after';
      const shown = taskStates.filter((each) => !settings[each]?.isHidden);
      const target = isSideways ? shown[shown.indexOf(state) + (to === 'after' ? 1 : -1)] : state;
      if (!target) return;
      const others = shownIn(target).filter((id) => id !== taskId);
      const index = isSideways ? Math.min(from, others.length) : from + (to === 'down' ? 1 : -1);
      const title = selectTask(store.getState(), boardId, taskId)?.title ?? '';
      if (index < 0 || index > others.length) return;
      const isTaken = onMove(taskId, target, {
        afterId: others[index - 1] ?? null,
        beforeId: others[index] ?? null,
      });
      if (!isTaken) return;
      announce(t('drag_moved', { title, position: index + 1, state: nameOf(target) }));
      focusSoon(() => {
        const card = cardElement(taskId);
        return card?.closest(`[data-state="${target}"]`) ? card : null;
      });
    },
    [store, boardId, filter, workspaceOf, settings, nameOf, onMove, t],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The drag library takes the arrows while a card is lifted, fields and dialogs what is typed into them.
      if (event.defaultPrevented || isTyping(event.target)) return;
      const card = focusedCard();
      const taskId = card?.dataset.taskId;
      const task = taskId ? selectTask(store.getState(), boardId, taskId) : undefined;
      const isOnCard = card !== null && task !== undefined;
      const isRtl = document.documentElement.dir === 'rtl';
      const key = boardKey(event, {
        isOnCard,
        singleKeys: areSingleKeysOn(),
        isRtl,
        isSelecting: selection().size > 0,
      });
      if (!key) return;
      if (key.kind === 'help') sendCommand({ kind: 'showShortcuts' });
      else if (key.kind === 'filter') sendCommand({ kind: 'focusFilter' });
      else if (key.kind === 'new') {
        if (!canCreate) return;
        onNew(task?.state ?? 'READY');
      } else {
        if (!card || !task) return;
        if (key.kind === 'walk') walk(card, task.state, key.to);
        else if (key.kind === 'edit') onOpen(task.id);
        else if (!canEdit(task.projectId)) return;
        else if (key.kind === 'select') toggle(task.id);
        else if (key.kind === 'extend') {
          walk(card, task.state, key.to);
          const next = focusedCard()?.dataset.taskId;
          if (next) extendTo(next);
        } else if (key.kind === 'carry') carry(task.id, task.state, key.to);
        else if (key.kind === 'moveTo') onMoveTo(task.id);
        else if (key.kind === 'complete') onComplete(task.id);
        else onDelete(task.id);
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [store, boardId, canCreate, canEdit, walk, carry, onOpen, onNew, onMoveTo, onComplete, onDelete]);
}
