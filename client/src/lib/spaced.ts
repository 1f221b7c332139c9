import { setTimer } from './timers';

/** After a run, further ones wait for about so long. */
const PAUSE_MS = 2_000;

/**
 * For hints that can come in any number: the first runs at once, all that come in the pause after it become one run.
 * Pauses differ by chance, so that the tabs of many people do not ask at the same moment (R32).
 */
export function spaced(run: () => void): () => void {
  let isPausing = false;
  let isWanted = false;
  return function call() {
    isWanted = isPausing;
    if (isPausing) return;
    isPausing = true;
    run();
    setTimer(() => {
      isPausing = false;
      if (isWanted) call();
    }, PAUSE_MS * Math.random());
  };
}
