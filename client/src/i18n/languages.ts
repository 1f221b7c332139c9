import type { StylisPlugin } from '@emotion/cache';
import { DEFAULT_LANGUAGE, type Language, languageTags } from '@livelane/shared/values/languages';

/** A language's texts, and plugins that mirror the styles if it is written from right to left. */
export interface LanguagePack {
  messages: Record<string, string>;
  stylisPlugins?: StylisPlugin[];
}

interface LanguageEntry {
  /** In the language itself. */
  name: string;
  direction: 'ltr' | 'rtl';
  /** Fetches its script; en-GB is in the main one. */
  load?: () => Promise<{ default: LanguagePack['messages'] }>;
  /** Fetches the plugins that mirror its styles. */
  loadStyles?: () => Promise<{ rtlStyles: StylisPlugin[] }>;
}

/** The languages of the interface, by BCP 47 tag. */
export const languages = {
  'en-GB': { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr', load: () => import('./de') },
  fr: { name: 'Français', direction: 'ltr', load: () => import('./fr') },
  es: { name: 'Español', direction: 'ltr', load: () => import('./es') },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr', load: () => import('./pt-BR') },
  ja: { name: '日本語', direction: 'ltr', load: () => import('./ja') },
  'zh-CN': { name: '简体中文', direction: 'ltr', load: () => import('./zh-CN') },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    load: () => import('./ar'),
    loadStyles: () => import('./rtl.styles'),
  },
} as const satisfies Record<Language, LanguageEntry>;

export { DEFAULT_LANGUAGE, type Language, languageTags };

export function isLanguage(tag: string | null): tag is Language {
  return tag !== null && Object.hasOwn(languages, tag);
}

/** @throws when its script cannot be fetched */
export async function loadLanguage(language: Language): Promise<LanguagePack | null> {
  const entry: LanguageEntry = languages[language];
  const [catalogue, styles] = await Promise.all([entry.load?.(), entry.loadStyles?.()]);
  if (!catalogue) return null;
  return { messages: catalogue.default, ...(styles && { stylisPlugins: styles.rtlStyles }) };
}
