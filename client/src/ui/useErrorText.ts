import { joinMessages } from '@livelane/shared/http/error.schema';
import { useT } from '../i18n/useT';
import { ApiError, NetworkError } from '../lib/api';

/** The text for people of an error: the server's message if there is one (specification section 8). */
export function useErrorText(error: unknown): string | null {
  const t = useT();
  if (!error) return null;
  if (error instanceof NetworkError) return t('error_network');
  if (error instanceof ApiError && error.message) return joinMessages([error.message]);
  return t('error_unexpected');
}
