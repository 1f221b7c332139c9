import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { isInvited, originOf, wayInAt } from '#lib/wayIn';
import { deferred } from '#ui/lazy/deferred';
import { PageTitle } from '#ui/page/PageTitle';
import { TextLink } from '#ui/TextLink';
import { showToast } from '#ui/toast/toast.store';
import { RegisterForm } from '../components/RegisterForm';
import { isInvitedOnly } from '../isInvitedOnly';
import { signInProvider } from '../signInProvider';

const ProviderSignIn = deferred(async () => (await import('../components/ProviderSignIn')).ProviderSignIn);
const InvitedOnly = deferred(async () => (await import('../components/InvitedOnly')).InvitedOnly);

export default function RegistrationPage() {
  const t = useT();
  const navigate = useNavigate();
  const way = wayInAt(useLocation());
  const provider = signInProvider();
  const finish = (email: string) => {
    showToast({ title: t('register_done'), variant: 'success' });
    navigate('/login', { state: { ...way, email } });
  };
  // Only the page of the invitation has the form that makes an account with it.
  if (isInvitedOnly() && isInvited(way)) return <Navigate to={originOf(way)} replace />;
  return (
    <Card sx={{ maxWidth: 560, mx: 'auto' }}>
      <PageTitle title={t('register_title')} />
      <CardContent sx={{ p: { xs: 2, sm: 4 } }}>
        <Typography variant="h1">{t('register_title')}</Typography>
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          {t('register_intro')}
        </Typography>
        {provider?.isOnly ? (
          <ProviderSignIn name={provider.name} to={originOf(way)} error={null} />
        ) : (
          <>
            {isInvitedOnly() && <InvitedOnly />}
            <RegisterForm onDone={finish} />
            <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
              {t('register_has_account')}{' '}
              <TextLink to="/login" state={way}>
                {t('register_login')}
              </TextLink>
            </Typography>
          </>
        )}
      </CardContent>
    </Card>
  );
}
