import { useEffect, useState } from 'react';
import { afterQuiet } from './quietMoment';

/** True some time after the first rendering, in a quiet moment: for parts that a screen does not need at once. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => afterQuiet(() => setLater(true)), []);
  return isLater;
}
