import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useEffect } from 'react';
import { selectTask } from '#board-sync/board.selectors';
import { sendCommand } from '#lib/commands';
import { areSingleKeysOn } from '#lib/singleKeys';
import { isTyping } from '#lib/typing';
import { useAppStore } from '#store/hooks';
import { useBoard } from '../board.context';
import { extendTo, selection, toggle } from '../selection/selection';
import { boardKey, type Direction } from './board.keys';
import { focusedCard } from './cardFocus';

/** How arrows lead from one card to the next, and carry a card. */
export interface KeyMoves {
  walk: (card: HTMLElement, state: TaskState, to: Direction) => void;
  carry: (card: HTMLElement, task: StoredTask, to: Direction) => void;
}

/** Everything that keys can do with a board's cards. */
export function useBoardKeys({ walk, carry }: KeyMoves): void {
  const store = useAppStore();
  const { boardId, canCreate, canEdit, onOpen, onNew, onMoveTo, onComplete, onDelete } = useBoard();

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
        } else if (key.kind === 'carry') carry(card, task, key.to);
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
