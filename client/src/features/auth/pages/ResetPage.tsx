import Stack from '@mui/material/Stack';
import { useLocation, useNavigate } from 'react-router-dom';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { getSession, refreshSession } from '#lib/session';
import { LinkCard } from '#ui/page/LinkCard';
import { TextLink } from '#ui/TextLink';
import { showToast } from '#ui/toast/toast.store';
import { ResetForm } from '../components/ResetForm';

addEnglish(joiningTexts);

/** Opened by the link for a forgotten password. */
export default function ResetPage() {
  const t = useT();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const finish = async () => {
    // Its sessions have ended, and one of them was here perhaps.
    if (getSession().status === 'signedIn') await refreshSession().catch(() => undefined);
    showToast({ title: t('reset_done'), variant: 'success' });
    navigate('/login', { replace: true });
  };
  return (
    <LinkCard title={t('reset_title')} text={t('reset_text')}>
      <Stack spacing={2}>
        <ResetForm secret={hash.slice(1)} onDone={finish} />
        <TextLink to="/forgot">{t('forgot_link')}</TextLink>
      </Stack>
    </LinkCard>
  );
}
