import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** How far down each page in the browser's history was, in pixels, by its key. */
const places = new Map<string, number>();

/** A page that scrolls by itself: Back and forward show the place that was left, and keys scroll without a click. */
export function usePageScroll(ref: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  useLayoutEffect(() => {
    const page = ref.current;
    if (!page) return;
    const left = places.get(key) ?? 0;
    const note = () => void places.set(key, page.scrollTop);
    // What was read before is there at once; the rest may make the page long enough only later.
    const restore = () => {
      if (left > 0 && page.scrollTop < left) page.scrollTop = left;
    };
    restore();
    const growing = new ResizeObserver(restore);
    for (const part of page.children) growing.observe(part);
    const stop = () => growing.disconnect();
    const ends = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
    for (const end of ends) page.addEventListener(end, stop, { passive: true, once: true });
    page.addEventListener('scroll', note, { passive: true });
    return () => {
      stop();
      for (const end of ends) page.removeEventListener(end, stop);
      page.removeEventListener('scroll', note);
    };
  }, [ref, key]);

  useEffect(() => {
    const { activeElement: active } = document;
    // Not from what the page itself has focused.
    if (!active || active === document.body || active.closest('header'))
      ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
