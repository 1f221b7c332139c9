import { useEffect } from 'react';
import { useLanguage } from '#i18n/language.store';
import { timeZone } from '#lib/today';
import { useObservable } from '#lib/useObservable';

/**
 * The language is the account's: a choice in another browser applies here, a choice here is reported to the server,
 * with the time zone.
 */
export function useAccountLanguage(userId: string | null): void {
  const { language } = useLanguage();
  const zone = useObservable(timeZone);
  useEffect(() => {
    if (userId === null) return;
    const leaving = new AbortController();
    // Tried again when the page is opened next.
    import('./accountLanguage')
      .then(({ agreeOnLanguage }) => agreeOnLanguage(userId, language, zone, leaving.signal))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [userId, language, zone]);
}
