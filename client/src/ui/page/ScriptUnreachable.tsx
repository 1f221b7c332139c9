import type { UnreachableProps } from '../lazy/deferred';
import { useServerAnswer } from '../lazy/useServerAnswer';
import { UnreachablePage } from './ErrorPage';

/** A page that was never opened before the connection went: it comes by itself once the server answers. */
export function ScriptUnreachable({ onAnswer }: UnreachableProps) {
  return <UnreachablePage onRetry={useServerAnswer(onAnswer)} />;
}
