import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import { enGB } from './en-GB';

const DEFAULT_LANGUAGE = 'en-GB';

/** Gives the catalogue of the chosen language to everything below. */
export function I18nProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale={DEFAULT_LANGUAGE} defaultLocale={DEFAULT_LANGUAGE} messages={enGB}>
      {children}
    </IntlProvider>
  );
}
