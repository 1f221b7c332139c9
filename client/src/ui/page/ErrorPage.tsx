import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
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

/** Instead of all pages: what is wrong, and the way out. */
function Trouble({ title, text, actionLabel, onAction }: Props) {
  return (
    <Container component="main" role="alert" maxWidth="sm" sx={{ py: 8 }}>
      <EmptyState
        isPage
        icon={<ErrorOutline fontSize="large" />}
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

/** When a page itself breaks: says so and offers the way out. */
export function ErrorPage() {
  const t = useT();
  return (
    <Trouble
      title={t('error_page_title')}
      text={t('error_unexpected')}
      actionLabel={t('action_reload')}
      onAction={() => window.location.reload()}
    />
  );
}

/** While the first silent sign-in waits for a server: says so, and lets the user ask at once. */
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
