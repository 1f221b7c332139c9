import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';

/** A component in a script of its own. */
export interface Deferred<Props> {
  (props: Props): ReactNode;
  /** Fetches the script before it is needed; rejects when that fails. */
  preload: () => Promise<void>;
}

/** Shown instead of a component whose script cannot be fetched. */
export interface UnreachableProps {
  /** To be called once the server answers. */
  onAnswer: () => void;
}

/**
 * A component whose script is fetched when it is first rendered; until then `Fallback` is shown, or nothing. While no
 * server answers, `Unreachable` is shown; other errors are thrown to the error boundary, and rendering it again
 * retries.
 *
 * Not React's `lazy`: a Suspense boundary keeps its fallback for at least 300 ms once it is shown, and the first screen
 * goes through two of them, even if the scripts have long arrived.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
  Unreachable?: ComponentType<Props & UnreachableProps>,
): Deferred<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    loaded ??= await load();
  };
  function View(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    // A server that answers without the script has another version.
    const [isLastTry, setLastTry] = useState(!Unreachable);
    useEffect(() => {
      // By the rendered value, not by `loaded`: the script may have arrived since.
      if (Loaded || failure) return;
      preload().then(
        () => setLoaded(() => loaded),
        (error: unknown) => setFailure({ error }),
      );
    }, [Loaded, failure]);
    const tryAgain = useCallback(() => {
      setLastTry(true);
      setFailure(undefined);
    }, []);
    if (failure && Unreachable && !isLastTry) {
      return <Unreachable {...props} onAnswer={tryAgain} />;
    }
    if (failure) throw failure.error;
    if (Loaded) return <Loaded {...props} />;
    return Fallback ? <Fallback {...props} /> : null;
  }
  return Object.assign(View, { preload });
}
