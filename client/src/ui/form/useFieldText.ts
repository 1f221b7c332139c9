import { type CatalogueKey, enGB } from '../../i18n/en-GB';
import { useT } from '../../i18n/useT';

/** The text of a field's error, which the schemas of `shared` name by its key in the catalogue. */
export function useFieldText(message: string | undefined): string | undefined {
  const t = useT();
  return message && isKey(message) ? t(message) : message;
}

function isKey(text: string): text is CatalogueKey {
  return Object.hasOwn(enGB, text);
}
