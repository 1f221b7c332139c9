import { useCallback, useEffect, useRef } from 'react';
import { selectTask } from '#board-sync/board.selectors';
import { useAppStore } from '#store/hooks';
import { addAppListener } from '#store/store';
import { cardElement, cardsIn, columnElement, focusedCard, listElement } from './cardFocus';

/** Dialogs and menus, which take the focus for a while. */
const LAYER = '.MuiModal-root';

/**
 * Keeps the focus when anyone moves or deletes the focused card: it follows the card, or moves to the card in its
 * place. Without this it would fall back to the top of the page.
 */
export function useKeptFocus(boardId: string): void {
  const store = useAppStore();
  const last = useRef<{ taskId: string; state: string; index: number } | null>(null);

  const restore = useCallback(() => {
    const place = last.current;
    if (!place || document.activeElement !== document.body) return;
    const { taskId, state, index } = place;
    const moved = cardElement(taskId);
    if (moved) {
      moved.focus({ preventScroll: true });
      return;
    }
    const column = columnElement(state);
    // A card that only scrolled out of view keeps its place; its list handles the keys meanwhile.
    const isThere = selectTask(store.getState(), boardId, taskId)?.state === state;
    const cards = column && !isThere ? cardsIn(column) : [];
    const neighbour = cards.find((card) => Number(card.dataset.index) >= index) ?? cards.at(-1);
    (neighbour ?? listElement(state))?.focus({ preventScroll: true });
  }, [store, boardId]);

  useEffect(() => {
    let frame = 0;
    const restoreSoon = () => {
      cancelAnimationFrame(frame);
      // Anything that takes the focus intentionally has done so by the second frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore);
      });
    };
    const remember = () => {
      const card = focusedCard();
      const state = card?.closest<HTMLElement>('[data-state]')?.dataset.state;
      const { taskId, index } = card?.dataset ?? {};
      if (taskId && state) last.current = { taskId, state, index: Number(index) };
      else if (document.activeElement?.closest(LAYER) === null) last.current = null;
    };
    // Removing a focused element fires no event. Cards are removed by a change of the store; dialogs and menus, which
    // return the focus to a card that may be gone, as children of the page itself.
    const layers = new MutationObserver((changes) => {
      if (last.current && changes.some(({ removedNodes }) => removedNodes.length > 0)) restoreSoon();
    });
    layers.observe(document.body, { childList: true });
    const unlisten = store.dispatch(
      addAppListener({ predicate: () => last.current !== null, effect: restoreSoon }),
    );
    const forget = ({ target }: PointerEvent) => {
      const isInside = target instanceof Element && target.closest(`[data-task-id], ${LAYER}`);
      if (!isInside) last.current = null;
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget);
    return () => {
      cancelAnimationFrame(frame);
      unlisten();
      document.removeEventListener('focusin', remember);
      layers.disconnect();
      document.removeEventListener('pointerdown', forget);
    };
  }, [store, restore]);
}
