import { joinMessages } from '@livelane/shared/http/error.schema';
import { useCallback } from 'react';
import { useT } from '../i18n/useT';
import { ApiError, NetworkError } from '../lib/api';

/** Gives the text for people of an error: the server's message if there is one (specification section 8). */
export function useErrorTexts(): (error: unknown) => string {
  const t = useT();
  return useCallback(
    (error) => {
      if (error instanceof NetworkError) return t('error_network');
      if (error instanceof ApiError && error.message) return joinMessages([error.message]);
      return t('error_unexpected');
    },
    [t],
  );
}

/** The text for people of an error, if there is one. */
export function useErrorText(error: unknown): string | null {
  const textOf = useErrorTexts();
  return error ? textOf(error) : null;
}
