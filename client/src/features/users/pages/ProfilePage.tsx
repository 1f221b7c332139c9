import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { accountTexts } from '#i18n/en-GB.account';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { useCurrentUser } from '#lib/useSession';
import { UserAvatar } from '#ui/avatar/UserAvatar';
import { LanguageField } from '#ui/language/LanguageField';
import { Page } from '#ui/page/Page';
import { PageTitle } from '#ui/page/PageTitle';
import { ThemeField } from '#ui/ThemeField';
import { DeleteAccount } from '../components/DeleteAccount';
import { PasswordForm } from '../components/PasswordForm';
import { ProfileForm } from '../components/ProfileForm';
import { SessionList } from '../components/SessionList';

addEnglish(accountTexts);

export default function ProfilePage() {
  const t = useT();
  const user = useCurrentUser();
  return (
    <Page>
      <PageTitle title={t('profile_title')} />
      <Stack spacing={3}>
        <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
          <UserAvatar user={user} size="huge" />
          <Stack sx={{ minWidth: 0 }}>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {user.firstName} {user.surname}
            </Typography>
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {user.email}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {user.id}
            </Typography>
          </Stack>
        </Stack>
        {user.isAdmin && (
          <Button
            component={Link}
            to="/admin"
            variant="outlined"
            startIcon={<AdminPanelSettings />}
            sx={{ alignSelf: 'flex-start' }}
          >
            {t('nav_admin')}
          </Button>
        )}
        <Card>
          <CardContent sx={{ p: 3 }}>
            <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
              {t('profile_details')}
            </Typography>
            <ProfileForm user={user} />
          </CardContent>
        </Card>
        <Card>
          <CardContent sx={{ p: 3 }}>
            <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
              {t('profile_appearance')}
            </Typography>
            <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
              <LanguageField />
              <ThemeField />
            </Stack>
          </CardContent>
        </Card>
        {user.hasPassword && (
          <Card>
            <CardContent sx={{ p: 3 }}>
              <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
                {t('profile_password')}
              </Typography>
              <PasswordForm userId={user.id} />
            </CardContent>
          </Card>
        )}
        <Card>
          <CardContent sx={{ p: 3 }}>
            <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
              {t('sessions_title')}
            </Typography>
            <SessionList userId={user.id} />
          </CardContent>
        </Card>
        <DeleteAccount user={user} />
      </Stack>
    </Page>
  );
}
