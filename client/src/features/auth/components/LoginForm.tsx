import { type LoginInput, loginSchema } from '@livelane/shared/auth/auth.schema';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { useT } from '../../../i18n/useT';
import { FormError } from '../../../ui/form/FormError';
import { FormField } from '../../../ui/form/FormField';
import { schemaResolver } from '../../../ui/form/resolver';
import { login } from '../api/login';
import { useSubmit } from '../useSubmit';

/** Email and password; a failure is shown in red beneath the form. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { submit, isPending, error } = useSubmit(login, onDone);
  const { control, handleSubmit } = useForm<LoginInput>({
    defaultValues: { email: '', password: '' },
    resolver: schemaResolver(loginSchema),
  });
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      aria-label={t('login_form')}
      onSubmit={handleSubmit(submit)}
    >
      <FormField
        control={control}
        name="email"
        type="email"
        label={t('field_email')}
        autoComplete="username"
      />
      <FormField
        control={control}
        name="password"
        type="password"
        label={t('field_password')}
        autoComplete="current-password"
      />
      <Button type="submit" variant="contained" size="large" disabled={isPending}>
        {isPending ? t('login_submitting') : t('login_submit')}
      </Button>
      <FormError error={error} />
    </Stack>
  );
}
