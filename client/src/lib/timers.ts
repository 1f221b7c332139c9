/** A timer. @returns cancels it */
export function setTimer(run: () => void, ms: number): () => void {
  const timer = window.setTimeout(run, ms);
  return () => window.clearTimeout(timer);
}

export function setRepeating(run: () => void, ms: number): () => void {
  const timer = window.setInterval(run, ms);
  return () => window.clearInterval(timer);
}

export function listenTo(target: EventTarget, event: string, run: (event: Event) => void): () => void {
  target.addEventListener(event, run);
  return () => target.removeEventListener(event, run);
}
