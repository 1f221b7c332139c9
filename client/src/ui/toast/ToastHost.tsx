import { deferred } from '../lazy/deferred';
import { useToast } from './toast.store';

const ToastViewport = deferred(async () => (await import('./ToastViewport')).default);

/** Fetches what a toast needs, so that one can be shown without a connection. */
export function preloadToasts(): void {
  ToastViewport.preload().catch(() => undefined);
}

/** Where toasts appear; their script is fetched with the first one. */
export function ToastHost() {
  const toast = useToast();
  return toast && <ToastViewport key={toast.id} toast={toast} />;
}
