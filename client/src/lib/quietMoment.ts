/** Longest wait for a quiet moment. */
const IDLE_LIMIT_MS = 2_000;
/** While a card is dragged, the next check is after this time. */
const CARRIED_MS = 500;

let isCarried = false;

/** A card is lifted, or dropped. */
export function setCarried(now: boolean): void {
  isCarried = now;
}

/** Waits until the browser is idle and no card is dragged: for work that would delay a frame. */
export async function quietMoment(): Promise<void> {
  await idle();
  while (isCarried) {
    await new Promise((resolve) => setTimeout(resolve, CARRIED_MS));
    await idle();
  }
}

/** Deferred work starts this long after the screen is shown. */
const LATER_MS = 2_000;

/** Number of screens that show only their outline. */
let coming = 0;
let shownAt = 0;

/** A screen is loading; deferred work must not compete for the connection. @returns to be called when it is shown */
export function screenIsComing(): () => void {
  coming++;
  return () => {
    coming--;
    shownAt = performance.now();
  };
}

/** Runs something later, in a quiet moment. @returns cancels it */
export function afterQuiet(run: () => void): () => void {
  let isCalledOff = false;
  const look = async () => {
    const rest = coming > 0 ? LATER_MS : shownAt + LATER_MS - performance.now();
    if (rest > 0) {
      timer = setTimeout(look, rest);
      return;
    }
    await quietMoment();
    if (!isCalledOff) run();
  };
  let timer = setTimeout(look, LATER_MS);
  return () => {
    isCalledOff = true;
    clearTimeout(timer);
  };
}

/** Fetches scripts in a quiet moment, so that their parts open without a connection too. @returns cancels it */
export function preloadLater(parts: readonly { preload: () => Promise<void> }[]): () => void {
  return afterQuiet(() => {
    // A script that cannot be fetched is reported when it is needed.
    for (const part of parts) part.preload().catch(() => undefined);
  });
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: IDLE_LIMIT_MS });
    else setTimeout(resolve);
  });
}
