/** The last settings shared by this browser and an account: user, language, time zone. */
export const AGREED_KEY = 'livelane-told-settings';

/** Whether this user has chosen the language here since this browser and the account last agreed. */
export function isChosenHere(userId: string, language: string): boolean {
  const [knownUser, knownLanguage] = localStorage.getItem(AGREED_KEY)?.split(' ') ?? [];
  return knownUser === userId && knownLanguage !== language;
}
