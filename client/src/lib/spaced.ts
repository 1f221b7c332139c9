import { setTimer } from './timers';

/** After a run, further ones wait for about so long. */
const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;
/** While more calls than this come in a pause, which no person's work makes, the next one is twice as long. */
const FEW = 4;

/**
 * For hints that can come in any number: the first runs at once, all that come in the pause after it become one run.
 * Pauses differ by chance, so that the tabs of many people do not ask at the same moment (R32).
 */
export function spaced(run: () => void): () => void {
  let pauseMs = PAUSE_MS;
  let isPausing = false;
  let waiting = 0;
  const start = () => {
    isPausing = true;
    waiting = 0;
    run();
    setTimer(
      () => {
        isPausing = false;
        pauseMs = waiting > FEW ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : PAUSE_MS;
        if (waiting > 0) start();
      },
      pauseMs * (0.5 + Math.random()),
    );
  };
  return () => {
    if (isPausing) waiting++;
    else start();
  };
}
