import type { ErrorCode } from '@livelane/shared/http/error.codes';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { getEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { ApiError, NetworkError } from '#lib/api';

/** A refusal: its code, the server's message, and the error of each field. */
export interface Refusal extends Pick<ApiError, 'message' | 'errors'> {
  code: ErrorCode | undefined;
}

/**
 * Gives the text for people of an error: the server's message if there is one (specification section 8). The server
 * speaks en-GB; a catalogue of another language has its own text for each error code and for each complaint about a
 * field, and those are shown in its place.
 */
export function useErrorTexts(): (error: unknown) => string {
  const t = useT();
  const textOf = useRefusalTexts();
  return useCallback(
    (error) => {
      if (error instanceof NetworkError) return t('error_network');
      if (error instanceof ApiError && error.message) return textOf(error);
      return t('error_unexpected');
    },
    [t, textOf],
  );
}

/** The text for people of an error, if there is one. */
export function useErrorText(error: unknown): string | null {
  const textOf = useErrorTexts();
  return error ? textOf(error) : null;
}

/** Gives the text for people of a refusal by the server. */
export function useRefusalTexts(): (refusal: Refusal) => string {
  const intl = useIntl();
  return useCallback(
    ({ code, message, errors }) => {
      const id = `refused_${code}`;
      if (!Object.hasOwn(intl.messages, id)) return message;
      // Any other code is explained by its own text.
      if (code !== 'invalid_input') return intl.formatMessage({ id });
      // So is an input without a wrong field. A change that was not saved keeps the message of its field alone.
      const hasFields = errors.length > 0;
      const texts = (hasFields ? errors : [{ message }]).map(({ message: text }) => {
        const key = keyOf(text) ?? (hasFields ? undefined : id);
        return key ? intl.formatMessage({ id: key }) : text;
      });
      return [...new Set(texts)].join(intl.formatMessage({ id: 'refused_full_stop' }));
    },
    [intl],
  );
}

/** The catalogue's key of a field error that the server sends in en-GB. */
function keyOf(text: string): string | undefined {
  return Object.entries(getEnglish()).find(([, each]) => each === text)?.[0];
}
