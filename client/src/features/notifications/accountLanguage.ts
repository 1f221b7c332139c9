import { chooseLanguage } from '#i18n/language.store';
import type { Language } from '#i18n/languages';
import { AGREED_KEY, isChosenHere } from '#lib/agreedSettings';
import { readSettings, saveSettings } from './notifications.api';

/** The time zone of an account that no browser has set; browsers in that zone report its other name. */
const UNSET = 'UTC';

/**
 * Synchronises the language and the time zone of this browser and of the account. A language chosen here since the last
 * time is reported; otherwise the account's applies, unless it has none. The time zone is the one of the latest visit.
 * @param zone IANA name
 * @param signal ends it before anything is changed
 */
export async function agreeOnLanguage(
  userId: string,
  language: Language,
  zone: string,
  signal: AbortSignal,
): Promise<void> {
  const timeZone = zone === UNSET ? 'Etc/UTC' : zone;
  let isZoneKnown = false;
  if (!isChosenHere(userId, language)) {
    const account = await readSettings(signal);
    if (signal.aborted) return;
    if (account.timeZone !== UNSET && account.language !== language) {
      await chooseLanguage(account.language);
      // Not before: without its texts, the language until then would count as chosen here.
      localStorage.setItem(AGREED_KEY, [userId, account.language, account.timeZone].join(' '));
      return;
    }
    isZoneKnown = account.timeZone === timeZone;
  }
  const wanted = [userId, language, timeZone].join(' ');
  if ((wanted === localStorage.getItem(AGREED_KEY) && isZoneKnown) || signal.aborted) return;
  await saveSettings({ language, timeZone });
  localStorage.setItem(AGREED_KEY, wanted);
}
