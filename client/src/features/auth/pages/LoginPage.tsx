import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useT } from '#i18n/useT';
import { useSession } from '#lib/useSession';
import { isInvited, originOf, wayInAt, wayOf } from '#lib/wayIn';
import { deferred } from '#ui/lazy/deferred';
import { PageTitle } from '#ui/page/PageTitle';
import { TextLink } from '#ui/TextLink';
import { dismissToast, getToast } from '#ui/toast/toast.store';
import { LoginForm } from '../components/LoginForm';
import { isInvitedOnly } from '../isInvitedOnly';
import { signInProvider } from '../signInProvider';

const ProviderSignIn = deferred(async () => (await import('../components/ProviderSignIn')).ProviderSignIn);

export default function LoginPage() {
  const t = useT();
  const location = useLocation();
  const way = wayInAt(location);
  const { status, user } = useSession();
  const provider = signInProvider();
  const query = new URLSearchParams(location.search);
  const error = query.get('error');
  // Administrators keep their password when everyone else signs in at the provider (docs/operate.md).
  const isByPassword = !provider?.isOnly || query.has('password');
  // A toast that asks the user to log in is pointless once they have.
  useEffect(() => {
    const toast = getToast();
    if (status === 'signedIn' && toast) dismissToast(toast.id);
  }, [status]);
  // In this tab or in another one.
  if (status === 'signedIn') {
    const own = wayOf(way, user.id);
    return <Navigate to={originOf(own)} state={own.from?.state} replace />;
  }
  return (
    <Stack
      direction={{ xs: 'column', md: 'row' }}
      spacing={{ xs: 4, md: 8 }}
      sx={{ maxWidth: 1000, mx: 'auto', alignItems: { md: 'center' } }}
    >
      <PageTitle title={t('login_form')} />
      <Stack spacing={2} sx={{ flex: 1.2 }}>
        <Typography variant="h1" sx={{ fontSize: { md: '2rem' } }}>
          {t('login_title')}
        </Typography>
        <Typography sx={{ fontSize: '1rem' }}>{t('login_about_1')}</Typography>
        <Typography color="textSecondary">{t('login_about_2')}</Typography>
        <Typography color="textSecondary">{t('login_about_3')}</Typography>
        <Typography color="textSecondary">{t('login_about_4')}</Typography>
        <Box
          component="img"
          src="/board.svg"
          alt=""
          sx={{
            display: { xs: 'none', md: 'block' },
            width: '100%',
            maxWidth: 520,
            '&&': { mt: 5 },
            '[data-dark] &': { opacity: 0.7 },
            aspectRatio: '520/220',
          }}
        />
      </Stack>
      <Card sx={{ flex: 1 }}>
        <CardContent sx={{ p: { xs: 2, sm: 4 } }}>
          <Typography variant="h2" sx={{ mb: 3 }}>
            {t('login_form')}
          </Typography>
          {(provider || error) && <ProviderSignIn name={provider?.name} to={originOf(way)} error={error} />}
          {isByPassword && (
            <>
              <LoginForm way={way} />
              {(!isInvitedOnly() || isInvited(way)) && (
                <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                  {t('login_no_account')}{' '}
                  <TextLink to="/registration" state={way}>
                    {t('login_register')}
                  </TextLink>
                </Typography>
              )}
            </>
          )}
        </CardContent>
      </Card>
    </Stack>
  );
}
