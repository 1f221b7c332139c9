import Stack from '@mui/material/Stack';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { SubmitButton } from '#ui/form/SubmitButton';
import { TextInput } from '#ui/form/TextInput';
import { useTextForm } from '#ui/form/useTextForm';
import { resetPassword } from '../links.api';
import { useSubmit } from '../useSubmit';

const EMPTY = { password: '', password_confirm: '' };
const loadSchema = async () => (await import('@livelane/shared/auth/account.schema')).passwordPairSchema;

interface Props {
  /** The secret of the link that opened this page. */
  secret: string;
  onDone: () => void;
}

/** A new password, typed twice. */
export function ResetForm({ secret, onDone }: Props) {
  const t = useT();
  const { submit, isPending, error } = useSubmit(resetPassword, onDone);
  const { field, form } = useTextForm(EMPTY, loadSchema, ({ password }) => submit({ secret, password }));
  return (
    <Stack component="form" noValidate spacing={2} aria-label={t('reset_title')} {...form}>
      <TextInput
        {...field('password')}
        type="password"
        label={t('field_password')}
        autoComplete="new-password"
        autoFocus
      />
      <TextInput
        {...field('password_confirm')}
        type="password"
        label={t('field_password_confirm')}
        autoComplete="new-password"
      />
      <SubmitButton size="large" isPending={isPending}>
        {isPending ? t('reset_submitting') : t('reset_submit')}
      </SubmitButton>
      <FormError error={error} />
    </Stack>
  );
}
