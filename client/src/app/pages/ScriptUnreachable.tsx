import { useCallback, useEffect } from 'react';
import type { UnreachableProps } from '../../ui/lazy/deferred';
import { UnreachablePage } from './ErrorPage';

/** Pause before the server is asked again whether it answers, in milliseconds. */
const ASK_AGAIN_MS = 2_000;

/** A page that was never opened before the connection went: it comes by itself once the server answers. */
export function ScriptUnreachable({ onAnswer }: UnreachableProps) {
  const ask = useCallback(async () => {
    try {
      const { ok } = await fetch('/healthz', { cache: 'no-store' });
      if (ok) onAnswer();
    } catch {
      // Still away.
    }
  }, [onAnswer]);
  useEffect(() => {
    void ask();
    const timer = window.setInterval(ask, ASK_AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [ask]);
  return <UnreachablePage onRetry={ask} />;
}
