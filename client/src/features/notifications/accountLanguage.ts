import { chooseLanguage } from '#i18n/language.store';
import type { Language } from '#i18n/languages';
import { readSettings, saveSettings } from './notifications.api';

/** The last settings shared by this browser and the account: user, language, time zone. */
const KEY = 'livelane-told-settings';
/** The time zone of an account that no browser has set; browsers in that zone report its other name. */
const UNSET = 'UTC';

/**
 * Synchronises the language and the time zone of this browser and of the account. A language chosen here since the last
 * time is reported; otherwise the account's applies, unless it has none. The time zone is the one of the latest visit.
 * @param signal ends it before anything is changed
 */
export async function agreeOnLanguage(
  userId: string,
  language: Language,
  signal: AbortSignal,
): Promise<void> {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const timeZone = zone === UNSET ? 'Etc/UTC' : zone;
  const agreed = localStorage.getItem(KEY) ?? '';
  const [knownUser, knownLanguage] = agreed.split(' ');
  const isChosenHere = knownUser === userId && knownLanguage !== language;
  let isZoneKnown = false;
  if (!isChosenHere) {
    const account = await readSettings(signal);
    if (signal.aborted) return;
    if (account.timeZone !== UNSET && account.language !== language) {
      localStorage.setItem(KEY, [userId, account.language, account.timeZone].join(' '));
      return chooseLanguage(account.language);
    }
    isZoneKnown = account.timeZone === timeZone;
  }
  const wanted = [userId, language, timeZone].join(' ');
  if ((wanted === agreed && isZoneKnown) || signal.aborted) return;
  await saveSettings({ language, timeZone });
  localStorage.setItem(KEY, wanted);
}
