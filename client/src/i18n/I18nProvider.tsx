import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { useLanguage } from './language.store';
import { DEFAULT_LANGUAGE } from './languages';

/** Gives the catalogue of the chosen language to everything below. */
export function I18nProvider({ children }: { children: ReactNode }) {
  const { language, messages } = useLanguage();
  return (
    <IntlProvider locale={language} defaultLocale={DEFAULT_LANGUAGE} messages={messages}>
      {children}
    </IntlProvider>
  );
}
