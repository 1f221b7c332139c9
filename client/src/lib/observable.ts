/**
 * A value outside of React and Redux that notifies listeners of changes (`useObservable` in components). The one way to
 * listen to anything there.
 */
export interface Observable<Value> {
  get(): Value;
  set(value: Value): void;
  /** @returns ends it */
  subscribe(listener: (value: Value) => void): () => void;
}

export function createObservable<Value>(initial: Value): Observable<Value> {
  const listeners = new Set<(value: Value) => void>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener(value);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
