import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work runs before it pauses. */
const SLICE_MS = 5;

/** For long work, which calls it between its steps: once a slice of time is over, others have their turn (R32). */
export function pauses(): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < sliceEnd) return;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  };
}
