import { useT } from '#i18n/useT';
import { showToast } from './toast.store';
import { useErrorToast } from './useErrorToast';

/** A saved change, and how to undo it. */
interface Saved<Fields extends object> {
  /** The toast's text. */
  description: string;
  /** The object's name, for the text when it cannot be undone. */
  title: string;
  /** The fields that the change has set. */
  saved: Fields;
  /** Reads the present object; undefined if it is deleted. */
  read: () => Promise<Fields | undefined>;
  restore: () => Promise<unknown>;
}

/**
 * Shows a toast about a saved change that offers to undo it. Later changes of others are overwritten only after the
 * user confirms it.
 */
export function useSavedToast() {
  const t = useT();
  const showError = useErrorToast();
  return <Fields extends object>({ description, title, saved, read, restore }: Saved<Fields>) => {
    const isAsSaved = (now: Fields) =>
      Object.entries(saved).every(
        ([field, value]) => JSON.stringify(now[field as keyof Fields]) === JSON.stringify(value),
      );
    const anyway = () => void restore().catch(showError);
    const undo = async () => {
      const now = await read();
      if (!now) return showToast({ description: t('undo_gone', { title }) });
      if (isAsSaved(now)) return restore();
      return showToast({
        description: t('undo_changed', { title }),
        action: { label: t('undo_anyway'), run: anyway },
      });
    };
    showToast({
      description,
      variant: 'success',
      action: { label: t('undo'), run: () => void undo().catch(showError) },
    });
  };
}
