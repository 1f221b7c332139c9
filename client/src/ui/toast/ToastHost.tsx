import { InTopLayer } from '../layers/InTopLayer';
import { deferred, type UnreachableProps } from '../lazy/deferred';
import { useServerAnswer } from '../lazy/useServerAnswer';
import { useToast } from './toast.store';

export const ToastViewport = deferred(
  async () => (await import('./ToastViewport')).default,
  undefined,
  ToastUnreachable,
);

/** Where toasts appear; their script is fetched with the first one. */
export function ToastHost() {
  const toast = useToast();
  return (
    toast && (
      <InTopLayer>
        <ToastViewport key={toast.id} toast={toast} />
      </InTopLayer>
    )
  );
}

/** The toast is shown once the server answers; meanwhile the badge shows that it does not. */
function ToastUnreachable({ onAnswer }: UnreachableProps) {
  useServerAnswer(onAnswer);
  return null;
}
