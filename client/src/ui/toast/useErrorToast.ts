import { useCallback } from 'react';
import { useErrorTexts } from '../useErrorText';
import { showToast } from './toast.store';

/** Gives a function that shows in a toast why something failed. */
export function useErrorToast(): (error: unknown) => void {
  const textOf = useErrorTexts();
  return useCallback((error) => showToast({ description: textOf(error), variant: 'destructive' }), [textOf]);
}
