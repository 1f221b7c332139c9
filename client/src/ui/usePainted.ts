import { startTransition, useEffect, useState } from 'react';
import { painted } from '#lib/painted';

/** False until the first rendering is painted. What that does not need is rendered once this is true. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let isThere = true;
    void painted().then(() => {
      if (isThere) startTransition(() => setPainted(true));
    });
    return () => {
      isThere = false;
    };
  }, []);
  return isPainted;
}
