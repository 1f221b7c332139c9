import { type ChangePasswordInput, changePasswordSchema } from '@livelane/shared/users/user.schema';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useForm } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { getSession } from '#lib/session';
import { FormError } from '#ui/form/FormError';
import { FormField } from '#ui/form/FormField';
import { SubmitButton } from '#ui/form/SubmitButton';
import { schemaResolver } from '#ui/form/schemaResolver';
import { showToast } from '#ui/toast/toast.store';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { leaveAccount } from '../account.session';
import { useChangePassword } from '../users.api';

/** The user is logged out by the change. */
export function PasswordForm({ userId }: { userId: string }) {
  const t = useT();
  const isByFinger = useMediaQuery('(pointer: coarse)');
  const showError = useErrorToast();
  const change = useChangePassword(userId);
  const { control, handleSubmit, getValues } = useForm<ChangePasswordInput>({
    defaultValues: { oldPassword: '', newPassword: '', newPasswordConfirm: '' },
    resolver: schemaResolver(changePasswordSchema),
  });
  const refuseEmpty = () => {
    const { oldPassword, newPassword } = getValues();
    if (!oldPassword && !newPassword)
      showToast({ title: t('error_all_fields_required'), variant: 'destructive' });
  };
  const finish = () => leaveAccount(userId, t('password_updated'));
  // The sessions end before the password is replaced, and this form with them: then its error is shown elsewhere.
  const refuse = (error: unknown) => {
    if (!getSession().user) showError(error);
  };
  const save = (values: ChangePasswordInput) => {
    // Not by a callback of `mutate`: the push that ends the session may unmount this form before the answer arrives.
    change.mutateAsync(values).then(finish, refuse);
  };
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      aria-label={t('profile_password')}
      onSubmit={handleSubmit(save, refuseEmpty)}
    >
      <FormField
        control={control}
        name="oldPassword"
        type="password"
        label={t('field_old_password')}
        autoComplete="current-password"
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <FormField
          control={control}
          name="newPassword"
          type="password"
          label={t('field_new_password')}
          autoComplete="new-password"
        />
        <FormField
          control={control}
          name="newPasswordConfirm"
          type="password"
          label={t('field_new_password_confirm')}
          autoComplete="new-password"
        />
      </Stack>
      <FormError error={change.error} label={t('error_updating_password')} />
      {isByFinger && (
        <Typography variant="body2" color="textSecondary">
          {t('profile_password_warning')}
        </Typography>
      )}
      <Box>
        <Tooltip describeChild title={t('profile_password_warning')}>
          <SubmitButton variant="outlined" isPending={change.isPending}>
            {t('profile_password_submit')}
          </SubmitButton>
        </Tooltip>
      </Box>
    </Stack>
  );
}
