let language = 'en-GB';

/** The language on screen, which need not be the browser's: the server writes mails in it. */
export const screenLanguage = (): string => language;

export function setScreenLanguage(tag: string): void {
  language = tag;
}
