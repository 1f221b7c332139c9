import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { TextInput } from '#ui/form/TextInput';
import { useTextForm } from '#ui/form/useTextForm';
import { login } from '../auth.api';
import { useSubmit } from '../useSubmit';

const loadSchema = async () => (await import('@livelane/shared/auth/auth.schema')).loginSchema;

/** Email and password; a failure is shown in red beneath the form. The page continues once there is a session. */
export function LoginForm({ email = '' }: { email?: string }) {
  const t = useT();
  const { submit, isPending, error } = useSubmit(login);
  const { field, form } = useTextForm({ email, password: '' }, loadSchema, submit);
  return (
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
      <Button type="submit" variant="contained" size="large" disabled={isPending}>
        {isPending ? t('login_submitting') : t('login_submit')}
      </Button>
      <FormError error={error} />
    </Stack>
  );
}
