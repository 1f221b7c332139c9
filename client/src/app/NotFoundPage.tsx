import ExploreOff from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { EmptyState } from '#ui/EmptyState';
import { PageTitle } from '#ui/page/PageTitle';

export default function NotFoundPage() {
  const t = useT();
  return (
    <Container component="main" maxWidth="sm" sx={{ py: 8 }}>
      <PageTitle title={t('not_found_title')} />
      <EmptyState
        isPage
        icon={<ExploreOff fontSize="large" />}
        title={t('not_found_title')}
        text={t('not_found_text')}
        action={
          <Button component={Link} to="/" variant="contained">
            {t('not_found_back')}
          </Button>
        }
      />
    </Container>
  );
}
