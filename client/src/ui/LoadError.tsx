import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '#i18n/useT';
import { isNotFound } from '#lib/api';
import { ACTIONS_BELOW_ON_PHONE } from './alertActions.styles';
import { TextLink } from './TextLink';
import { useErrorText } from './useErrorText';

interface Props {
  error: unknown;
  /** The catalogue's text for the failed load, if the reason alone does not say enough. */
  title?: string;
  onRetry: () => void;
  /** Another way out, before the button that tries again. */
  action?: ReactNode;
}

/** Why a page has nothing to show, at its top (specification section 8). */
export function LoadError({ error, title, onRetry, action }: Props) {
  const t = useT();
  const text = useErrorText(error);
  if (!error) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 3, ...(action ? ACTIONS_BELOW_ON_PHONE : {}) }}
      action={
        <>
          {action}
          <Button color="inherit" size="small" onClick={onRetry} sx={{ whiteSpace: 'nowrap' }}>
            {t('action_retry')}
          </Button>
        </>
      }
    >
      {title} {text !== title && text}
      {isNotFound(error) && (
        <div>
          {t('load_missing')} <TextLink to="/workspaces">{t('nav_workspaces')}</TextLink>
        </div>
      )}
    </Alert>
  );
}

/** What to show beside it: what was read before, but nothing of a place that is gone. */
export function shownData<Data>({
  data,
  error,
}: Pick<UseQueryResult<Data, unknown>, 'data' | 'error'>): Data | undefined {
  return isNotFound(error) ? undefined : data;
}
