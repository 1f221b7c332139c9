import Stack from '@mui/material/Stack';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { TextInput } from '#ui/form/TextInput';
import { useTextForm } from '#ui/form/useTextForm';
import { register } from '../auth.api';
import { useSubmit } from '../useSubmit';

const EMPTY = { firstName: '', surname: '', email: '', password: '', password_confirm: '' };
const loadSchema = async () => (await import('@livelane/shared/auth/auth.schema')).registerSchema;

interface Props {
  /** Called with the address, which the login form then starts with. */
  onDone: (email: string) => void;
  /** The secret of an invitation: the new account joins with it. */
  invitation?: string;
  /** The address that the invitation is for, if any. */
  email?: string;
}

export function RegisterForm({ onDone, invitation, email = '' }: Props) {
  const t = useT();
  const { submit, isPending, error } = useSubmit(async (values: typeof EMPTY) => {
    await register({ ...values, ...(invitation && { invitation }) });
    onDone(values.email);
  });
  const { field, form } = useTextForm({ ...EMPTY, email }, loadSchema, submit);
  return (
    <Stack component="form" noValidate spacing={2} aria-label={t('register_title')} {...form}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <TextInput {...field('firstName')} label={t('field_first_name')} autoComplete="given-name" />
        <TextInput {...field('surname')} label={t('field_surname')} autoComplete="family-name" />
      </Stack>
      <TextInput
        {...field('email')}
        type="email"
        label={t('field_email')}
        autoComplete="email"
        disabled={email !== ''}
      />
      <TextInput
        {...field('password')}
        type="password"
        label={t('field_password')}
        autoComplete="new-password"
      />
      <TextInput
        {...field('password_confirm')}
        type="password"
        label={t('field_password_confirm')}
        autoComplete="new-password"
      />
      <SubmitButton size="large" isPending={isPending}>
        {isPending ? t('register_submitting') : t('register_submit')}
      </SubmitButton>
      <FormError error={error} />
    </Stack>
  );
}
