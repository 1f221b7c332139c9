import { useT } from '#i18n/useT';
import { showToast } from '#ui/toast/toast.store';

/**
 * Copies a text to the clipboard, then calls `onCopied`; a browser that refuses, as it may while its window is behind
 * another, is told in a toast. Undefined where the page may not write to the clipboard: on plain http beyond localhost.
 */
export function useCopyText(): ((text: string, onCopied: () => void) => void) | undefined {
  const t = useT();
  const { clipboard } = navigator;
  return (
    clipboard &&
    ((text, onCopied) =>
      void clipboard
        .writeText(text)
        .then(onCopied, () => showToast({ title: t('copy_refused'), variant: 'destructive' })))
  );
}
