import { setTimer } from './timers';

/** After a run, further ones wait; the pause doubles up to the longest while they keep coming. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;

/**
 * For hints that can come in any number: the first runs at once, all that come in the pause after it become one run.
 * Pauses differ by chance, so that the tabs of many people do not ask at the same moment (R32).
 */
export function spaced(run: () => void): () => void {
  let pauseMs = PAUSE_MS;
  let isPausing = false;
  let isWanted = false;
  const start = () => {
    isPausing = true;
    isWanted = false;
    run();
    setTimer(
      () => {
        isPausing = false;
        pauseMs = isWanted ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : PAUSE_MS;
        if (isWanted) start();
      },
      pauseMs * (1 + Math.random()),
    );
  };
  return () => {
    if (isPausing) isWanted = true;
    else start();
  };
}
