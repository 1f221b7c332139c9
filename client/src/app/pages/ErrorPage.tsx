import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import { useT } from '../../i18n/useT';
import { EmptyState } from '../../ui/EmptyState';

/** When a page itself breaks: says so and offers the way out. */
export function ErrorPage() {
  const t = useT();
  return (
    <Container component="main" maxWidth="sm" sx={{ py: 8 }}>
      <EmptyState
        isPage
        icon={<ErrorOutline fontSize="large" />}
        title={t('error_page_title')}
        text={t('error_unexpected')}
        action={
          <Button variant="contained" onClick={() => window.location.reload()}>
            {t('action_reload')}
          </Button>
        }
      />
    </Container>
  );
}
