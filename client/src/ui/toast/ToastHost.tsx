import { lazy, Suspense } from 'react';
import { useToast } from './toast.store';

const load = () => import('./ToastViewport');
const ToastViewport = lazy(load);

/** Fetches what a toast needs, so that one can be shown without a connection. */
export function preloadToasts(): void {
  load().catch(() => undefined);
}

/** Where toasts appear; their script is fetched with the first one. */
export function ToastHost() {
  const toast = useToast();
  return (
    toast && (
      <Suspense fallback={null}>
        <ToastViewport key={toast.id} toast={toast} />
      </Suspense>
    )
  );
}
