/** Longest wait for a quiet moment, in milliseconds. */
const IDLE_LIMIT_MS = 2_000;
/** While a card is carried, it is looked again after this time, in milliseconds. */
const CARRIED_MS = 500;

let isCarried = false;

/** A card is lifted, or put down again. */
export function setCarried(now: boolean): void {
  isCarried = now;
}

/** Waits until the browser has nothing to do and no card is carried: for work that would make a frame late. */
export async function quietMoment(): Promise<void> {
  await idle();
  while (isCarried) {
    await new Promise((resolve) => setTimeout(resolve, CARRIED_MS));
    await idle();
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: IDLE_LIMIT_MS });
    else setTimeout(resolve);
  });
}
