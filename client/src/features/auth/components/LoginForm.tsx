import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '#i18n/useT';
import type { WayIn } from '#lib/wayIn';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { TextInput } from '#ui/form/TextInput';
import { useTextForm } from '#ui/form/useTextForm';
import { TextLink } from '#ui/TextLink';
import { login } from '../auth.api';
import { useSubmit } from '../useSubmit';

const loadSchema = async () => (await import('@livelane/shared/auth/auth.schema')).loginSchema;

/**
 * Email and password; a failure is shown in red beneath the form. The page continues once there is a session. A link
 * beneath leads to a new password, for the email that is typed.
 */
export function LoginForm({ way }: { way: WayIn }) {
  const t = useT();
  const { submit, isPending, error } = useSubmit(login);
  const { email = '' } = way;
  const { field, form, values } = useTextForm({ email, password: '' }, loadSchema, submit);
  return (
    <>
      <Stack component="form" noValidate spacing={2} aria-label={t('login_form')} {...form}>
        <TextInput {...field('email')} type="email" label={t('field_email')} autoComplete="username" />
        <TextInput
          {...field('password')}
          type="password"
          label={t('field_password')}
          autoComplete="current-password"
          // After registering, only the password is left to type.
          autoFocus={email !== ''}
        />
        <SubmitButton size="large" isPending={isPending}>
          {isPending ? t('login_submitting') : t('login_submit')}
        </SubmitButton>
        <FormError error={error} />
      </Stack>
      <Typography variant="body2" sx={{ mt: 3 }}>
        <TextLink to="/forgot" state={{ ...way, email: values.email } satisfies WayIn}>
          {t('forgot_link')}
        </TextLink>
      </Typography>
    </>
  );
}
