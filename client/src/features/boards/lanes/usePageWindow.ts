import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { WINDOW_STEP_PX } from './lane.layout';

interface PageWindow {
  /** The window's top relative to the element's, in pixels. */
  at: number;
  /** The columns in the window and beside it: the number of the first one, and of the one after the last. */
  first: number;
  end: number;
}

/** The part of a board in lanes that is in the window. */
export function usePageWindow(
  element: RefObject<HTMLElement | null>,
  heads: RefObject<HTMLElement | null>,
  states: readonly TaskState[],
): PageWindow {
  const [part, setPart] = useState<PageWindow>({ at: 0, first: 0, end: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns must be measured again
  useLayoutEffect(() => {
    const look = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      const at = Math.floor(-top / WINDOW_STEP_PX) * WINDOW_STEP_PX;
      const columns = columnsInView(heads.current);
      setPart((now) =>
        now.at === at && now.first === columns.first && now.end === columns.end ? now : { at, ...columns },
      );
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [element, heads, states]);
  return part;
}

/** Including one more on either side, for swipes and keys. */
function columnsInView(heads: HTMLElement | null): Pick<PageWindow, 'first' | 'end'> {
  const boxes = [...(heads?.children ?? [])].map((head) => head.getBoundingClientRect());
  const isInView = ({ left, right, width }: DOMRect) => left < window.innerWidth + width && right > -width;
  return { first: boxes.findIndex(isInView), end: boxes.findLastIndex(isInView) + 1 };
}
