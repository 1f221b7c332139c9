import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { useEffect, useRef } from 'react';
import { selectTask } from '#board-sync/board.selectors';
import { sendCommand } from '#lib/commands';
import { isTyping } from '#lib/isTyping';
import { areSingleKeysOn } from '#lib/singleKeys';
import { useAppStore } from '#store/hooks';
import { useBoard } from '../board.context';
import { isCardCarried } from '../dnd/drag.values';
import { extendTo, selection, toggle } from '../selection/selection';
import { type BoardKey, boardKey, type Direction } from './board.keys';
import { focusedCard, isFocusUnderWay, whenFocused } from './cardFocus';

/** How arrow keys move the focus to the next card, and move a card. */
export interface KeyMoves {
  walk: (card: HTMLElement, state: TaskState, to: Direction) => void;
  carry: (card: HTMLElement, task: StoredTask, to: Direction) => void;
}

/** Keyboard shortcuts of a board. */
export function useBoardKeys({ walk, carry }: KeyMoves): void {
  const store = useAppStore();
  const { boardId, canCreate, canEdit, onOpen, onNew, onMoveTo, onComplete, onDelete } = useBoard();

  /** @returns false for a key without a meaning here */
  const act = (event: KeyboardEvent): boolean => {
    const card = focusedCard();
    const taskId = card?.dataset.taskId;
    const task = taskId ? selectTask(store.getState(), boardId, taskId) : undefined;
    const key = meaningOf(event, card !== null && task !== undefined);
    if (!key) return false;
    if (key.kind === 'help') sendCommand({ kind: 'showShortcuts' });
    else if (key.kind === 'filter') sendCommand({ kind: 'focusFilter' });
    else if (key.kind === 'search') {
      sendCommand({ kind: 'focusFilter' });
      // The letter itself reaches the field.
      return false;
    } else if (key.kind === 'new') {
      if (!canCreate) return false;
      onNew(task?.state ?? 'READY');
    } else {
      if (!card || !task) return false;
      if (key.kind === 'walk') walk(card, task.state, key.to);
      else if (key.kind === 'edit') onOpen(task.id);
      else if (!canEdit(task.projectId)) return false;
      else if (key.kind === 'select') toggle(task.id);
      else if (key.kind === 'extend') {
        walk(card, task.state, key.to);
        whenFocused(() => {
          const next = focusedCard()?.dataset.taskId;
          if (next) extendTo(next);
        });
      } else if (key.kind === 'carry') carry(card, task, key.to);
      else if (key.kind === 'moveTo') onMoveTo(task.id);
      else if (key.kind === 'complete') onComplete(task.id);
      else onDelete(task.id);
    }
    return true;
  };
  const latest = useRef(act);
  latest.current = act;

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A carried card has only the drag library's keys; fields and dialogs handle typed keys.
      if (event.defaultPrevented || isCardCarried() || isTyping(event.target)) return;
      if (!isFocusUnderWay()) {
        if (latest.current(event)) event.preventDefault();
      } else if (meaningOf(event, true)) {
        whenFocused(() => latest.current(event));
        event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function meaningOf(event: KeyboardEvent, isOnCard: boolean): BoardKey | null {
  return boardKey(event, {
    isOnCard,
    singleKeys: areSingleKeysOn(),
    isRtl: document.documentElement.dir === 'rtl',
    isSelecting: selection().size > 0,
  });
}
