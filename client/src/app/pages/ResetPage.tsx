import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useLocation, useNavigate } from 'react-router-dom';
import { ResetForm } from '../../features/auth/components/ResetForm';
import { joiningTexts } from '../../i18n/en-GB.joining';
import { addEnglish } from '../../i18n/language.store';
import { useT } from '../../i18n/useT';
import { PageTitle } from '../../ui/PageTitle';
import { showToast } from '../../ui/toast/toast.store';

addEnglish(joiningTexts);

/** What the link of a forgotten password opens. */
export default function ResetPage() {
  const t = useT();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const finish = () => {
    showToast({ title: t('reset_done'), variant: 'success' });
    navigate('/login', { replace: true });
  };
  return (
    <Card sx={{ maxWidth: 480, mx: 'auto' }}>
      <PageTitle title={t('reset_title')} />
      <CardContent sx={{ p: { xs: 2, sm: 4 } }}>
        <Typography variant="h1">{t('reset_title')}</Typography>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('reset_text')}
        </Typography>
        <ResetForm secret={hash.slice(1)} onDone={finish} />
      </CardContent>
    </Card>
  );
}
