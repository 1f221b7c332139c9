import type { InvitationPreview } from '@livelane/shared/invitations/invitation.schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import { logout } from '#features/auth/auth.api';
import { ProviderSignIn } from '#features/auth/components/ProviderSignIn';
import { RegisterForm } from '#features/auth/components/RegisterForm';
import { signInProvider } from '#features/auth/signInProvider';
import { useSubmit } from '#features/auth/useSubmit';
import { joiningTexts } from '#i18n/en-GB.joining';
import { addEnglish } from '#i18n/language.store';
import { useT } from '#i18n/useT';
import { ApiError } from '#lib/api';
import { useSession } from '#lib/useSession';
import { originOf, type WayIn } from '#lib/wayIn';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { LoadError } from '#ui/LoadError';
import { PageTitle } from '#ui/page/PageTitle';
import { TextLink } from '#ui/TextLink';
import { showToast } from '#ui/toast/toast.store';
import { BoardPicture } from '../components/BoardPicture';
import { acceptInvitation } from '../invitations.api';
import { useInvitation } from '../useInvitation';

addEnglish(joiningTexts);

/** State of the address to which people return after registering or logging in to join; links cannot contain it. */
interface Return {
  isJoining?: boolean;
}

/** Opened by the link of an invitation: shows it, with ways to join. */
export default function InvitationPage() {
  const { hash, state } = useLocation();
  const { user } = useSession();
  const [isRefused, setRefused] = useState(false);
  const secret = hash.slice(1);
  const invitation = useInvitation(secret);
  // Whoever has come back from the provider has joined there, and has taken the last place perhaps.
  const hasJoined = isInvalidLink(invitation.error);
  if (user && !isRefused && (hasJoined || (state as Return | null)?.isJoining))
    return <Joining secret={secret} setRefused={setRefused} />;
  return <Invitation secret={secret} {...invitation} />;
}

const isInvalidLink = (error: unknown) => error instanceof ApiError && error.code === 'invalid_link';

/** Joins after registering or logging in for the invitation; opens the place to whoever has joined. */
function Joining({ secret, setRefused }: { secret: string; setRefused: (isRefused: boolean) => void }) {
  const enter = useEnter(secret);
  const [error, setError] = useState<unknown>(null);
  const join = useCallback(() => {
    setError(null);
    enter().catch((refusal) => (isInvalidLink(refusal) ? setRefused(true) : setError(refusal)));
  }, [enter, setRefused]);
  useEffect(join, [join]);
  if (error) return <LoadError error={error} onRetry={join} />;
  return <Skeleton variant="rounded" height={240} sx={{ maxWidth: 560, mx: 'auto' }} />;
}

/** Accepts an invitation and opens its workspace or project. The function throws ApiError, NetworkError. */
function useEnter(secret: string): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    const { workspaceId, projectId } = await acceptInvitation(secret);
    navigate(projectId ? `/project/${projectId}` : `/workspaces/${workspaceId}`, { replace: true });
  }, [secret, navigate]);
}

function Invitation({
  secret,
  preview,
  error,
  retry,
}: { secret: string } & ReturnType<typeof useInvitation>) {
  const t = useT();
  // Mail programs may cut off the secret.
  const isInvalid = secret === '' || isInvalidLink(error);
  return (
    <Card sx={{ maxWidth: 560, mx: 'auto' }}>
      <PageTitle title={t('invitation_title')} />
      <CardContent sx={{ p: { xs: 2, sm: 4 } }}>
        <Typography variant="h1" sx={{ mb: 1 }}>
          {t(isInvalid ? 'link_invalid' : 'invitation_title')}
        </Typography>
        {isInvalid && <Typography color="textSecondary">{t('link_invalid_text')}</Typography>}
        {!isInvalid && <LoadError error={error} onRetry={retry} />}
        {!preview && !error && !isInvalid && <Skeleton variant="rounded" height={160} />}
        {preview && (
          <>
            <Offer preview={preview} />
            <BoardPicture />
            <Join secret={secret} email={preview.email} />
          </>
        )}
      </CardContent>
    </Card>
  );
}

function Offer({ preview }: { preview: InvitationPreview }) {
  const t = useT();
  const { formatDate } = useIntl();
  const { workspaceName: workspace, projectName: project, projectRoleId } = preview;
  const name = `${preview.invitedBy.firstName} ${preview.invitedBy.surname}`;
  const role = t(`workspace_role_${preview.roleId}`);
  return (
    <Stack spacing={1} sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      <Typography>
        {project
          ? t('invitation_text_project', { name, workspace, project })
          : t('invitation_text', { name, workspace })}
      </Typography>
      <Typography color="textSecondary">
        {projectRoleId
          ? t('invitation_roles_project', { role, projectRole: t(`project_role_${projectRoleId}`) })
          : t('invitation_roles', { role })}{' '}
        {t('invitation_until', { date: formatDate(preview.expiresAt, { dateStyle: 'long' }) })}
      </Typography>
    </Stack>
  );
}

function Join({ secret, email }: { secret: string; email: string | null }) {
  const t = useT();
  const navigate = useNavigate();
  const location = useLocation();
  const { user } = useSession();
  const accept = useSubmit(useEnter(secret));
  const comeBack: WayIn = { from: { ...location, state: { isJoining: true } satisfies Return } };
  if (user && email !== null && user.email !== email)
    return (
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
          {t('invitation_other', { email })}
        </Alert>
        <Button variant="contained" size="large" onClick={() => void logout()}>
          {t('invitation_switch')}
        </Button>
      </Stack>
    );
  if (user) {
    return (
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography color="textSecondary">{t('invitation_as', { email: user.email })}</Typography>
        <SubmitButton
          type="button"
          size="large"
          isPending={accept.isPending}
          onClick={() => void accept.submit(undefined)}
        >
          {t(accept.isPending ? 'invitation_accepting' : 'invitation_accept')}
        </SubmitButton>
        <FormError error={accept.error} />
        <Button disabled={accept.isPending} onClick={() => void logout()}>
          {t('invitation_switch')}
        </Button>
      </Stack>
    );
  }
  const provider = signInProvider();
  // The provider makes the accounts; a form of ours would be refused.
  if (provider?.isOnly) return <ProviderSignIn name={provider.name} to={originOf(comeBack)} error={null} />;
  const registered = (newEmail: string) => {
    showToast({ title: t('invitation_registered'), variant: 'success' });
    navigate('/login', { replace: true, state: { ...comeBack, email: newEmail } });
  };
  return (
    <Stack spacing={2}>
      <Typography variant="h2">{t('invitation_register')}</Typography>
      <RegisterForm onDone={registered} invitation={secret} email={email ?? ''} />
      <Typography variant="body2">
        <TextLink to="/login" state={comeBack}>
          {t('invitation_login')}
        </TextLink>
      </Typography>
    </Stack>
  );
}
