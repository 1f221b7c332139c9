import ExploreOff from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { EmptyState } from '../EmptyState';
import { PageTitle } from './PageTitle';

/** Shown for a page that does not exist, or not for this user. */
export function NotFound() {
  const t = useT();
  const title = t('not_found_title');
  return (
    <>
      <PageTitle title={title} />
      <EmptyState
        isPage
        icon={<ExploreOff fontSize="large" />}
        title={title}
        text={t('not_found_text')}
        action={
          <Button component={Link} to="/" variant="contained">
            {t('not_found_back')}
          </Button>
        }
      />
    </>
  );
}
