import { startTransition, useEffect, useState } from 'react';
import { painted } from '#lib/painted';

/** False until what has been rendered first is painted. What is not needed for that is rendered when it is true. */
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
