import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import { useT } from '../../i18n/useT';
import { EmptyState } from '../../ui/EmptyState';

/** While the first silent sign-in waits for a server: says so, and lets the user ask at once. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <Container component="main" role="alert" maxWidth="sm" sx={{ py: 8 }}>
      <EmptyState
        isPage
        icon={<CloudOff fontSize="large" />}
        title={t('session_unreachable')}
        text={t('session_unreachable_text')}
        action={
          <Button variant="contained" onClick={onRetry}>
            {t('action_retry')}
          </Button>
        }
      />
    </Container>
  );
}
