let language = 'en-GB';

/** The language on screen, which need not be the browser's: the server writes mails in it. */
export const screenLanguage = (): string => language;

/** Orders texts as readers of the language on screen expect it. */
export const screenOrder = (options?: Intl.CollatorOptions): Intl.Collator =>
  new Intl.Collator(language, options);

export function setScreenLanguage(tag: string): void {
  language = tag;
}
