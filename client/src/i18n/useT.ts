import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { isolated, isRightToLeft } from './direction';
import type { CatalogueKey } from './en-GB';

type Values = Record<string, string | number>;
export type Translate = (key: CatalogueKey, values?: Values) => string;

/** Texts of the catalogue in the user's language. A key that does not exist fails the type check. */
export function useT(): Translate {
  const intl = useIntl();
  return useCallback((key, values) => intl.formatMessage({ id: key }, values && setApart(values)), [intl]);
}

/** Otherwise signs at the end of a name that is written from right to left would move into the sentence. */
const setApart = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isRightToLeft(value) ? isolated(value) : value,
    ]),
  );
