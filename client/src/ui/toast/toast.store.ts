import { useSyncExternalStore } from 'react';

/** Specification section 9. */
export const TOAST_MS = 5_000;

export interface ToastContent {
  title?: string;
  description?: string;
  variant?: 'default' | 'success' | 'destructive';
  action?: ToastAction;
  /** Asks between `action` and this one: it stays until its user has chosen. */
  otherAction?: ToastAction;
}

interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast extends ToastContent {
  id: number;
}

let current: Toast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function publish(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** Shows a toast in the place of the one that is there: only one is ever visible. */
export function showToast(content: ToastContent): void {
  publish({ ...content, id: nextId++ });
}

export function dismissToast(id: number): void {
  if (current?.id === id) publish(null);
}

export function getToast(): Toast | null {
  return current;
}

export function useToast(): Toast | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getToast);
}
