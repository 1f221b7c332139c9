import { select, selection } from './selection';

/** Elements that are not empty background. */
const THINGS = '[data-task-id], button, input, a, select, textarea, [role="dialog"], [role="toolbar"]';
/** Smaller movements draw nothing. In pixels. */
const THRESHOLD = 6;

/** Selects cards by drawing a frame around them with the mouse, from the board's empty background. @returns ends it */
export function startLasso(board: HTMLElement, canSelect: (taskId: string) => boolean): () => void {
  let end: () => void = () => undefined;
  const begin = (event: PointerEvent) => {
    const { target, clientX: x, clientY: y } = event;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    if (!(target instanceof Element) || target.closest(THINGS)) return;
    const list = target.closest('[data-drag-scrolls]');
    // A press on the list's scroll bar draws nothing.
    if (list && !isInside(list, x)) return;
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

/** Whether that is between the element's borders and scroll bar, which is at the left where text runs from the right. */
function isInside(element: Element, x: number): boolean {
  const start = element.getBoundingClientRect().left + element.clientLeft;
  return x >= start && x < start + element.clientWidth;
}
