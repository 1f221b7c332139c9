import { chooseLanguage } from '#i18n/language.store';
import type { Language } from '#i18n/languages';
import { useT } from '#i18n/useT';
import { showToast } from '../toast/toast.store';

/** Chooses a language, or reports that it could not be fetched. */
export function useChooseLanguage(): (tag: string) => Promise<void> {
  const t = useT();
  return async (tag) => {
    try {
      await chooseLanguage(tag as Language);
    } catch {
      showToast({ title: t('language_failed'), variant: 'destructive' });
    }
  };
}
