import { useIntl } from 'react-intl';

/** The text of a field's error, which the schemas of `shared` name by its key in the catalogue. */
export function useFieldText(message: string | undefined): string | undefined {
  const intl = useIntl();
  const isKey = message !== undefined && Object.hasOwn(intl.messages, message);
  return isKey ? intl.formatMessage({ id: message }) : message;
}
