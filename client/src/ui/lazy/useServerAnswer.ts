import { useCallback, useEffect } from 'react';

/** Pause before the server is probed again. */
const ASK_AGAIN_MS = 2_000;

/** Probes until the server answers. The returned function probes at once; it never rejects. */
export function useServerAnswer(onAnswer: () => void): () => Promise<void> {
  const ask = useCallback(async () => {
    try {
      const { ok } = await fetch('/healthz', { cache: 'no-store' });
      if (ok) onAnswer();
    } catch {
      // The server is still away.
    }
  }, [onAnswer]);
  useEffect(() => {
    void ask();
    const timer = window.setInterval(ask, ASK_AGAIN_MS);
    return () => window.clearInterval(timer);
  }, [ask]);
  return ask;
}
