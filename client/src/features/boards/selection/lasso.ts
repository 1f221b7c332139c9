import { select, selection } from './selection';

/** What is not empty ground. */
const THINGS = '[data-task-id], button, input, a, select, textarea, [role="dialog"], [role="toolbar"]';
/** A trembling hand draws nothing. In pixels. */
const THRESHOLD = 6;

/** Cards are chosen by drawing a frame around them with the mouse, from empty ground of the board. @returns ends it */
export function startLasso(board: HTMLElement, canSelect: (taskId: string) => boolean): () => void {
  let end: () => void = () => undefined;
  const begin = (event: PointerEvent) => {
    const { target, clientX: x, clientY: y } = event;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    if (!(target instanceof Element) || target.closest(THINGS)) return;
    const list = target.closest('[data-drag-scrolls]');
    // Its scroll bar is not part of it.
    if (list && x > list.getBoundingClientRect().left + list.clientWidth) return;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    const before = isAdding ? [...selection()] : [];
    const frame = document.createElement('div');
    Object.assign(frame.style, {
      position: 'fixed',
      zIndex: '1200',
      border: '1px solid var(--mui-palette-primary-main)',
      background: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, transparent)',
      pointerEvents: 'none',
    });
    const draw = (now: PointerEvent) => {
      const [left, right] = [Math.min(x, now.clientX), Math.max(x, now.clientX)];
      const [top, bottom] = [Math.min(y, now.clientY), Math.max(y, now.clientY)];
      if (!frame.isConnected) {
        if (right - left + bottom - top < THRESHOLD) return;
        document.body.append(frame);
        document.documentElement.style.userSelect = 'none';
      }
      Object.assign(frame.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${right - left}px`,
        height: `${bottom - top}px`,
      });
      const inside = [...board.querySelectorAll<HTMLElement>('[data-task-id]')].filter((card) => {
        const box = card.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      });
      const ids = inside.flatMap(({ dataset: { taskId } }) => (taskId && canSelect(taskId) ? [taskId] : []));
      select([...before, ...ids]);
    };
    end = () => {
      frame.remove();
      document.documentElement.style.userSelect = '';
      window.removeEventListener('pointermove', draw);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
    window.addEventListener('pointermove', draw);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };
  board.addEventListener('pointerdown', begin);
  return () => {
    end();
    board.removeEventListener('pointerdown', begin);
  };
}
