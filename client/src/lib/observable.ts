/** Events outside of React and Redux. The one way to listen to anything there. */
export interface Events<Event> {
  emit(event: Event): void;
  /** @returns ends it */
  listen(listener: (event: Event) => void): () => void;
}

export function createEvents<Event>(): Events<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A value outside of React and Redux that notifies listeners of changes (`useObservable` in components). */
export interface Observable<Value> {
  get(): Value;
  set(value: Value): void;
  /** @returns ends it */
  subscribe(listener: (value: Value) => void): () => void;
}

export function createObservable<Value>(initial: Value): Observable<Value> {
  const changes = createEvents<Value>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      current = value;
      changes.emit(value);
    },
    subscribe: changes.listen,
  };
}
