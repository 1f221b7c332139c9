import { type FocusEvent, useEffect, useRef, useState } from 'react';

/** What ends a press: a link or a picture may be dragged, and Ctrl with a click opens a menu on macOS. */
const ENDS = ['mouseup', 'dragend', 'contextmenu'] as const;

/**
 * Whether the focus is within an element, for one that closes up without it. While a press takes the focus away, it
 * still counts as there: closing up then would move the pressed button from under the pointer, and lose the click.
 * @returns `enter` for the focus that opens the element, `leave` for every blur in it
 */
export function useFocusWithin() {
  const [isWithin, setWithin] = useState(false);
  const press = useRef({ isDown: false, hasLeft: false });
  useEffect(() => {
    if (!isWithin) return;
    const now = { isDown: false, hasLeft: false };
    press.current = now;
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      now.isDown = true;
    };
    const end = () => {
      now.isDown = false;
      clearTimeout(timer);
      // After the click, which may bring the focus back.
      timer = setTimeout(() => now.hasLeft && setWithin(false));
    };
    document.addEventListener('mousedown', begin, true);
    for (const name of ENDS) document.addEventListener(name, end, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('mousedown', begin, true);
      for (const name of ENDS) document.removeEventListener(name, end, true);
    };
  }, [isWithin]);
  return {
    isWithin,
    enter: () => {
      press.current.hasLeft = false;
      setWithin(true);
    },
    leave: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.contains(relatedTarget)) return;
      press.current.hasLeft = true;
      if (!press.current.isDown) setWithin(false);
    },
  };
}
