import { createObservable } from '#lib/observable';
import { setScreenLanguage } from '#lib/screenLanguage';
import { useObservable } from '#lib/useObservable';
import { publicTexts } from './en-GB.public';
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  type LanguagePack,
  languages,
  loadLanguage,
} from './languages';

/**
 * The language preference (specification section 3), kept in this browser. It is separate from the Redux
 * preferences because the pages before the sign-in have a language too, but no Redux.
 */
export interface LanguageState extends LanguagePack {
  language: Language;
  direction: 'ltr' | 'rtl';
}

const STORAGE_KEY = 'livelane-language';

/** The texts of en-GB that have loaded so far. */
const english: Record<string, string> = { ...publicTexts };
const current = createObservable<LanguageState>({
  language: DEFAULT_LANGUAGE,
  direction: 'ltr',
  messages: english,
});
/** The language that was requested last: a slower script of an earlier request must not win. */
let wanted: Language = DEFAULT_LANGUAGE;

window.addEventListener('storage', ({ key }) => {
  // The event may tell of an earlier choice than the latest.
  if (key === STORAGE_KEY) void startLanguage();
});

/** The texts of en-GB that have loaded so far, whichever language is shown. */
export function getEnglish(): Readonly<Record<string, string>> {
  return english;
}

export const useLanguage = (): LanguageState => useObservable(current);

/**
 * Applies the language stored in this browser, at the start and once another tab has stored one. Without a connection
 * the page begins in en-GB.
 */
export async function startLanguage(): Promise<void> {
  const kept = readKept();
  if (isLanguage(kept)) await switchTo(kept).catch(() => undefined);
}

/**
 * Shows everything in another language, here and in the other tabs, and stores the choice.
 * @throws when its texts cannot be fetched; the language then stays as it is
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchTo(language);
  if (wanted !== language) return;
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
}

async function switchTo(language: Language): Promise<void> {
  wanted = language;
  const pack = (await loadLanguage(language)) ?? { messages: english };
  if (wanted !== language) return;
  const { direction } = languages[language];
  setScreenLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  current.set({ language, direction, ...pack });
}

/**
 * Called by a part of the product before it renders: its script contains its texts of en-GB. Nothing on the screen uses
 * them yet, so nothing renders again.
 */
export function addEnglish(texts: Record<string, string>): void {
  Object.assign(english, texts);
}

function readKept(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
