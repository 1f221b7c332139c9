import type { IntlShape } from 'react-intl';
import { isolated, isRightToLeft } from './direction';

type Options = Parameters<IntlShape['formatList']>[1];

/** Joins names to a list of the user's language. In one of both directions of writing, each name is set apart. */
export function listOf(
  intl: Pick<IntlShape, 'formatList'>,
  names: readonly string[],
  options?: Options,
): string {
  const list = intl.formatList(names, options);
  return isRightToLeft(list) ? intl.formatList(names.map(isolated), options) : list;
}
