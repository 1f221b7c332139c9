import type { TaskState } from '@livelane/shared/tasks/task.values';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nearestColumn } from '../columns/ColumnSwitcher';
import { isCardCarried, LANES_TOP_PX } from '../dnd/drag.values';

/** A swipe is over after this time without scrolling. */
const SETTLED_MS = 150;

/**
 * On a phone: the column at which a swipe has come to rest. Lanes are as high as their cards in that column, or most of
 * the view would be empty. It stays during a drag, because the drag library has measured the lanes.
 * @returns null if several columns are in view
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
  // Keeps the lane in view in its place when the ones above it change.
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

/** The part of `LANES_TOP_PX` for the name of a lane. */
const HEADER_PX = 40;

function laneAtTop(ground: HTMLElement | null): { lane: Element; top: number } | null {
  for (const lane of ground?.children ?? []) {
    const { top, bottom } = lane.getBoundingClientRect();
    if (bottom > LANES_TOP_PX) return { lane, top };
  }
  return null;
}
