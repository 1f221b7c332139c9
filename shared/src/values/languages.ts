/** The languages of the interface and of mails, by BCP 47 tag; the first one is the default. */
export const languageTags = ['en-GB', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-CN', 'ar'] as const;
export type Language = (typeof languageTags)[number];
export const DEFAULT_LANGUAGE: Language = 'en-GB';
