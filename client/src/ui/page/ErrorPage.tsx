import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import { useT } from '#i18n/useT';
import { EmptyState } from '../EmptyState';

interface Props {
  title: string;
  text: string;
  actionLabel: string;
  onAction: () => void;
}

/** Drawn here, to keep MUI's icons out of the first script. */
const SIGN = (
  <svg viewBox="0 0 24 24" width="36" height="36" fill="currentcolor" aria-hidden="true">
    <path d="M11 15h2v2h-2zm0-8h2v6h-2zm1-5a10 10 0 1 0 0 20 10 10 0 0 0 0-20m0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16" />
  </svg>
);

/** Replaces all pages: the error, and an action. */
function Trouble({ title, text, actionLabel, onAction }: Props) {
  return (
    <Container component="main" role="alert" maxWidth="sm" sx={{ py: 8 }}>
      <EmptyState
        isPage
        icon={SIGN}
        title={title}
        text={text}
        action={
          <Button variant="contained" onClick={onAction}>
            {actionLabel}
          </Button>
        }
      />
    </Container>
  );
}

/**
 * Shown when a page breaks, with an action.
 * @param isOutdated the server has another version, and with it other scripts
 */
export function ErrorPage({ isOutdated }: { isOutdated: boolean }) {
  const t = useT();
  return (
    <Trouble
      title={t(isOutdated ? 'outdated_title' : 'error_page_title')}
      text={t(isOutdated ? 'outdated_continue' : 'error_unexpected')}
      actionLabel={t('action_reload')}
      onAction={() => window.location.reload()}
    />
  );
}

/** Shown while the first silent sign-in waits for a server, with a retry. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <Trouble
      title={t('session_unreachable')}
      text={t('session_unreachable_text')}
      actionLabel={t('action_retry')}
      onAction={onRetry}
    />
  );
}
