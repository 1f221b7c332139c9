import { useEffect } from 'react';
import { useLanguage } from '#i18n/language.store';
import { saveSettings } from './notifications.api';

const KEY = 'livelane-told-settings';

/** Tells the server the language and the time zone of this browser, once each: mails are written by them. */
export function useToldSettings(userId: string | null): void {
  const { language } = useLanguage();
  useEffect(() => {
    if (userId === null) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const told = [userId, language, timeZone].join(' ');
    try {
      if (localStorage.getItem(KEY) === told) return;
    } catch {
      return;
    }
    saveSettings({ language, timeZone }).then(
      () => localStorage.setItem(KEY, told),
      // Tried again when the page is opened next.
      () => undefined,
    );
  }, [userId, language]);
}
