import { useT } from '#i18n/useT';
import { useErrorTexts } from '../useErrorText';
import { showToast } from './toast.store';

/** What was saved of a thing, and how it is made again what it was before. */
interface Saved<Fields extends object> {
  /** What the toast says. */
  description: string;
  /** The thing's name, for what is said when it cannot be undone. */
  title: string;
  /** What the change has set. */
  saved: Fields;
  /** The thing as it is by now; undefined when it is gone. */
  read: () => Promise<Fields | undefined>;
  restore: () => Promise<unknown>;
}

/**
 * Says that something was saved, and offers to undo it. What someone else has set since then is not overwritten unless
 * the user says so.
 */
export function useSavedToast() {
  const t = useT();
  const textOf = useErrorTexts();
  return <Fields extends object>({ description, title, saved, read, restore }: Saved<Fields>) => {
    const isAsSaved = (now: Fields) =>
      Object.entries(saved).every(
        ([field, value]) => JSON.stringify(now[field as keyof Fields]) === JSON.stringify(value),
      );
    const showError = (error: unknown) => showToast({ description: textOf(error), variant: 'destructive' });
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
