import type { StylisPlugin } from '@emotion/cache';

/** A language's texts, and what turns the styles around if it is written from right to left. */
export interface LanguagePack {
  messages: Record<string, string>;
  stylisPlugins?: StylisPlugin[];
}

interface LanguageEntry {
  /** In the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Fetches its script; en-GB is in the main one. */
  load?: () => Promise<LanguagePack>;
}

const pack = ({ default: messages }: { default: Record<string, string> }): LanguagePack => ({ messages });

/** The languages of the interface, by BCP 47 tag. */
export const languages = {
  'en-GB': { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr', load: async () => pack(await import('./de')) },
  fr: { name: 'Français', direction: 'ltr', load: async () => pack(await import('./fr')) },
  es: { name: 'Español', direction: 'ltr', load: async () => pack(await import('./es')) },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr', load: async () => pack(await import('./pt-BR')) },
  ja: { name: '日本語', direction: 'ltr', load: async () => pack(await import('./ja')) },
  'zh-CN': { name: '简体中文', direction: 'ltr', load: async () => pack(await import('./zh-CN')) },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    load: async () => {
      const [catalogue, { rtlStyles }] = await Promise.all([import('./ar'), import('./rtl.styles')]);
      return { ...pack(catalogue), stylisPlugins: rtlStyles };
    },
  },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof languages;
export const languageTags = Object.keys(languages) as Language[];
export const DEFAULT_LANGUAGE: Language = 'en-GB';

export function isLanguage(tag: string | null): tag is Language {
  return tag !== null && Object.hasOwn(languages, tag);
}

/** @throws when its script cannot be fetched */
export async function loadLanguage(language: Language): Promise<LanguagePack | null> {
  const entry: LanguageEntry = languages[language];
  return entry.load ? entry.load() : null;
}
