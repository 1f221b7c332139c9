import type { UnreachableProps } from '../lazy/deferred';
import { useServerAnswer } from '../lazy/useServerAnswer';
import { UnreachablePage } from './ErrorPage';

/** Shown for a page whose script could not load; it opens by itself once the server answers. */
export function ScriptUnreachable({ onAnswer }: UnreachableProps) {
  return <UnreachablePage onRetry={useServerAnswer(onAnswer)} />;
}
