import { createObservable } from '#lib/observable';
import { useObservable } from '#lib/useObservable';

/** Specification section 9. */
export const TOAST_MS = 5_000;

export interface ToastContent {
  title?: string;
  description?: string;
  variant?: 'default' | 'success' | 'destructive';
  action?: ToastAction;
  /** The user chooses between `action` and this one: the toast stays until then. */
  otherAction?: ToastAction;
}

interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast extends ToastContent {
  id: number;
}

const shown = createObservable<Toast | null>(null);
let nextId = 1;

/** Shows a toast, replacing the present one: only one is ever visible. */
export function showToast(content: ToastContent): void {
  shown.set({ ...content, id: nextId++ });
}

export function dismissToast(id: number): void {
  if (shown.get()?.id === id) shown.set(null);
}

export const getToast = (): Toast | null => shown.get();
export const useToast = (): Toast | null => useObservable(shown);
