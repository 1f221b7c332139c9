import { useEffect, useState } from 'react';

/** How long typing must pause before the search starts. */
const SETTLED_MS = 150;

/** A value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
