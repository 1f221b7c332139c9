import { type RegisterInput, registerSchema } from '@livelane/shared/auth/auth.schema';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { useT } from '../../../i18n/useT';
import { FormError } from '../../../ui/form/FormError';
import { FormField } from '../../../ui/form/FormField';
import { schemaResolver } from '../../../ui/form/resolver';
import { register } from '../api/register';
import { useSubmit } from '../useSubmit';

export function RegisterForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const { submit, isPending, error } = useSubmit(register, onDone);
  const { control, handleSubmit } = useForm<RegisterInput>({
    defaultValues: { firstName: '', surname: '', email: '', password: '', password_confirm: '' },
    resolver: schemaResolver(registerSchema),
  });
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      aria-label={t('register_title')}
      onSubmit={handleSubmit(submit)}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <FormField
          control={control}
          name="firstName"
          label={t('field_first_name')}
          autoComplete="given-name"
        />
        <FormField control={control} name="surname" label={t('field_surname')} autoComplete="family-name" />
      </Stack>
      <FormField control={control} name="email" type="email" label={t('field_email')} autoComplete="email" />
      <FormField
        control={control}
        name="password"
        type="password"
        label={t('field_password')}
        autoComplete="new-password"
      />
      <FormField
        control={control}
        name="password_confirm"
        type="password"
        label={t('field_password_confirm')}
        autoComplete="new-password"
      />
      <Button type="submit" variant="contained" size="large" disabled={isPending}>
        {isPending ? t('register_submitting') : t('register_submit')}
      </Button>
      <FormError error={error} />
    </Stack>
  );
}
