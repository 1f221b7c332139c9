import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A card's usual height with its gap in pixels, until some have been measured. */
const USUAL_PX = 86;

/**
 * The heights of a board's cards, each measured once it is in the page; others are estimated by the average of the
 * first ones. Only a deviation from the estimate changes the version.
 */
export function useCardHeights() {
  const [version, setVersion] = useState(0);
  const known = useRef(new Map<string, number>());
  const usual = useRef<number | null>(null);
  /** Cards that came into the page with this rendering. */
  const fresh = useRef<HTMLElement[]>([]);

  const heightOf = useCallback(
    (taskId: string) => known.current.get(taskId) ?? usual.current ?? USUAL_PX,
    [],
  );
  const note = useCallback(
    (element: HTMLElement, height: number): boolean => {
      const { taskId } = element.dataset;
      if (!taskId || height === 0) return false;
      const isOther = heightOf(taskId) !== height;
      known.current.set(taskId, height);
      return isOther;
    },
    [heightOf],
  );
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        let isOther = false;
        for (const { target } of entries) {
          if (!(target instanceof HTMLElement)) continue;
          if (!target.isConnected) observer.unobserve(target);
          else if (note(target, target.offsetHeight)) isOther = true;
        }
        if (isOther) setVersion((now) => now + 1);
      }),
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element) fresh.current.push(element);
  }, []);
  // Before the paint: otherwise cards would overlap for a frame.
  useLayoutEffect(() => {
    const came = fresh.current;
    fresh.current = [];
    let isOther = false;
    for (const element of came) {
      observer.observe(element);
      // A card that was measured before, such as a dropped one, keeps its height unless the observer reports
      // another one: measuring now would force another layout.
      if (!known.current.has(element.dataset.taskId ?? '') && note(element, element.offsetHeight))
        isOther = true;
    }
    // Only once: a new average would move all cards, and those in the page would jump.
    if (came.length > 0 && usual.current === null) {
      const all = [...known.current.values()];
      usual.current = Math.round(all.reduce((sum, height) => sum + height, 0) / all.length);
      if (usual.current !== USUAL_PX) isOther = true;
    }
    if (isOther) setVersion((now) => now + 1);
  });
  return { heightOf, measure, version };
}
