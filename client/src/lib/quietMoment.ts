/** Longest wait for a quiet moment. */
const IDLE_LIMIT_MS = 2_000;
/** While a card is dragged, the next check is after this time. */
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

/** What a screen does not need at once is fetched or done this long after the screen is there. */
const LATER_MS = 2_000;

/** Screens of which only the outline is shown. */
let coming = 0;
let shownAt = 0;

/** A screen is on its way; what can wait does not take the line from it. @returns to be called when it is there */
export function screenIsComing(): () => void {
  coming++;
  return () => {
    coming--;
    shownAt = performance.now();
  };
}

/** Does something later, in a quiet moment. @returns a way to call it off */
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

/** Fetches scripts in a quiet moment, so that what needs them opens without a connection too. @returns a way to call it off */
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
