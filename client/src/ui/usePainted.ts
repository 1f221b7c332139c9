import { startTransition, useEffect, useState } from 'react';
import { painted } from '#lib/painted';

/** False until the first rendering is painted. Parts that it does not need are rendered afterwards. */
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
