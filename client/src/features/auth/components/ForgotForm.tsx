import Stack from '@mui/material/Stack';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { TextInput } from '#ui/form/TextInput';
import { useTextForm } from '#ui/form/useTextForm';
import { forgotPassword } from '../links.api';
import { useSubmit } from '../useSubmit';

const loadSchema = async () => (await import('@livelane/shared/auth/account.schema')).forgotPasswordSchema;

/** Asks for a link to choose a new password. */
export function ForgotForm({ email, onDone }: { email: string; onDone: (email: string) => void }) {
  const t = useT();
  const { submit, isPending, error } = useSubmit(forgotPassword, (asked) => onDone(asked.email));
  const { field, form } = useTextForm({ email }, loadSchema, submit);
  return (
    <Stack component="form" noValidate spacing={2} aria-label={t('forgot_title')} {...form}>
      <TextInput
        {...field('email')}
        type="email"
        label={t('field_email')}
        autoComplete="username"
        autoFocus
      />
      <SubmitButton size="large" isPending={isPending}>
        {t(isPending ? 'forgot_submitting' : 'forgot_submit')}
      </SubmitButton>
      <FormError error={error} />
    </Stack>
  );
}
