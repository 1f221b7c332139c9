import { startTransition, useEffect, useState } from 'react';

/** A page in the background paints nothing; then this counts as painted, in milliseconds. */
const AT_LATEST_MS = 500;

/** False until what has been rendered first is painted. What is not needed for that is rendered when it is true. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer = window.setTimeout(finish, AT_LATEST_MS);
    const frame = requestAnimationFrame(() => {
      // This frame is painted after its callbacks.
      window.clearTimeout(timer);
      timer = window.setTimeout(finish);
    });
    function finish() {
      cancelAnimationFrame(frame);
      startTransition(() => setPainted(true));
    }
    return () => {
      window.clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return isPainted;
}
