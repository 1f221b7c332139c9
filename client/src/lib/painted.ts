/** A page in the background paints nothing; then this counts as painted. */
const AT_LATEST_MS = 500;

/** Waits until the rendered state is painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_LATEST_MS);
    requestAnimationFrame(() => {
      // This frame is painted after its callbacks.
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

/** Runs something just before the next frame is painted; in a hidden tab, which paints none, at once after this turn. */
export function beforePaint(run: () => void): void {
  if (document.visibilityState === 'hidden') queueMicrotask(run);
  else requestAnimationFrame(run);
}
