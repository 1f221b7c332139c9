import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { CatalogueKey } from './en-GB';

type Values = Record<string, string | number>;
export type Translate = (key: CatalogueKey, values?: Values) => string;

/** Texts of the catalogue in the user's language. A key that does not exist fails the type check. */
export function useT(): Translate {
  const intl = useIntl();
  return useCallback((key, values) => intl.formatMessage({ id: key }, values), [intl]);
}
