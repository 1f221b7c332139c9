import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { timeZone } from '#lib/today';
import { useObservable } from '#lib/useObservable';
import { useLanguage } from './language.store';
import { DEFAULT_LANGUAGE, type Language } from './languages';

/** Browsers do not agree on the digits of a language (Arabic), and people type Latin ones. */
const withLatinDigits = (language: Language) => `${language}-u-nu-latn`;

/** Gives the catalogue of the chosen language, and the time zone, to everything below. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const { language, messages } = useLanguage();
  return (
    <IntlProvider
      locale={withLatinDigits(language)}
      defaultLocale={DEFAULT_LANGUAGE}
      messages={messages}
      timeZone={useObservable(timeZone)}
    >
      {children}
    </IntlProvider>
  );
}
