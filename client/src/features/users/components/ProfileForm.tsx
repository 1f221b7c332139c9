import { type UpdateUserInput, type User, updateUserSchema } from '@livelane/shared/users/user.schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useRef } from 'react';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { FormField } from '#ui/form/FormField';
import { SubmitButton } from '#ui/form/SubmitButton';
import { schemaResolver } from '#ui/form/schemaResolver';
import { useLiveForm } from '#ui/form/useLiveForm';
import { showToast } from '#ui/toast/toast.store';
import { useUpdateUser } from '../users.api';

/** The user's details. Saving without a change succeeds without a call (specification section 5). */
export function ProfileForm({ user }: { user: User }) {
  const t = useT();
  const update = useUpdateUser(user.id);
  const { firstName, surname, email, pendingEmail } = user;
  const { control, handleSubmit, settle } = useLiveForm<UpdateUserInput>(
    { firstName, surname, email },
    schemaResolver(updateUserSchema),
  );
  const saveButton = useRef<HTMLButtonElement>(null);
  const succeed = () => showToast({ title: t('user_updated'), variant: 'success' });
  const save = (values: UpdateUserInput) => {
    const isUnchanged =
      values.firstName === firstName && values.surname === surname && values.email === email;
    if (isUnchanged) return succeed();
    // This window may not have heard of a change elsewhere: it must not take that back.
    const base = { firstName, surname, email };
    update.mutate(
      { ...values, base },
      {
        onSuccess: (stored) => {
          // A new address is not theirs until it is confirmed; sent again, it would be asked for again.
          settle(values, stored);
          if (values.email === email || !stored.pendingEmail) return succeed();
          showToast({ description: t('profile_email_pending', { email: stored.pendingEmail }) });
        },
      },
    );
  };
  const keep = (pendingEmail: string) =>
    update.mutate(
      { firstName, surname, email, base: { firstName, surname, pendingEmail } },
      {
        onSuccess: () => {
          // The pressed button is gone.
          saveButton.current?.focus();
          succeed();
        },
      },
    );
  return (
    <Stack
      component="form"
      noValidate
      spacing={2}
      aria-label={t('profile_details')}
      onSubmit={handleSubmit(save)}
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
      {pendingEmail && (
        <Alert
          severity="info"
          action={
            <SubmitButton
              type="button"
              variant="text"
              color="inherit"
              size="small"
              isPending={update.isPending}
              onClick={() => keep(pendingEmail)}
            >
              {t('profile_email_keep')}
            </SubmitButton>
          }
        >
          {t('profile_email_pending', { email: pendingEmail })}
        </Alert>
      )}
      <FormError error={update.error} label={t('error_updating_user')} />
      <Box>
        <SubmitButton ref={saveButton} isPending={update.isPending}>
          {update.isPending ? t('action_saving') : t('action_save')}
        </SubmitButton>
      </Box>
    </Stack>
  );
}
