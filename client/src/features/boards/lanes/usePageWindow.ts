import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rendered beyond each edge of the window, in pixels. */
const BEYOND_PX = 480;
/** So far the page is scrolled before something else is rendered, in pixels. */
const STEP_PX = 240;

/** Which part of an element is to be rendered, from its top, in pixels: what the window shows of it, and a little more. */
export function usePageWindow(element: RefObject<HTMLElement | null>): { from: number; to: number } {
  const [from, setFrom] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setFrom(Math.floor((-top - BEYOND_PX) / STEP_PX) * STEP_PX);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [element]);
  return { from, to: from + STEP_PX + window.innerHeight + 2 * BEYOND_PX };
}
