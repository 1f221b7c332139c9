import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nearestColumn } from '../components/ColumnSwitcher';
import { isCardCarried, LANES_TOP_PX } from '../dnd/drag.values';

/** A swipe is over when nothing has been scrolled for so long. */
const SETTLED_MS = 150;

/**
 * On a phone: the column at which a swipe has come to rest. Lanes are as high as their cards in that column, or most of
 * what one sees would be empty. While a card is carried it stays: the drag library has measured the lanes.
 * @returns null where several columns are in view
 */
export function useSettledColumn(isPhone: boolean, ground: RefObject<HTMLElement | null>): TaskState | null {
  const [column, setColumn] = useState<TaskState | null>(null);
  const anchor = useRef<{ lane: Element; top: number } | null>(null);
  useEffect(() => {
    if (!isPhone) {
      setColumn(null);
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      if (isCardCarried()) lookSoon();
      else {
        anchor.current = laneAtTop(ground.current);
        setColumn(nearestColumn());
      }
    };
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLED_MS);
    };
    look();
    window.addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', lookSoon);
    };
  }, [isPhone, ground]);
  // The lane that was read stays where it is, whatever becomes of those above it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the column that moves the lanes
  useLayoutEffect(() => {
    if (!anchor.current) return;
    const { lane, top } = anchor.current;
    anchor.current = null;
    const now = lane.getBoundingClientRect();
    const wanted = now.height + top > LANES_TOP_PX ? top : LANES_TOP_PX - HEADER_PX;
    if (window.scrollY > 0) window.scrollBy({ top: now.top - wanted, behavior: 'instant' });
  }, [column]);
  return column;
}

/** Of `LANES_TOP_PX` what the name of a lane takes. */
const HEADER_PX = 40;

function laneAtTop(ground: HTMLElement | null): { lane: Element; top: number } | null {
  for (const lane of ground?.children ?? []) {
    const { top, bottom } = lane.getBoundingClientRect();
    if (bottom > LANES_TOP_PX) return { lane, top };
  }
  return null;
}
