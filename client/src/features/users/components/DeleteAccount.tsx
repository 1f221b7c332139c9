import type { DeleteAccountInput } from '@livelane/shared/auth/account.schema';
import type { User } from '@livelane/shared/users/user.schema';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { DangerCard } from '#ui/DangerCard';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormActions } from '#ui/form/FormActions';
import { FormError } from '#ui/form/FormError';
import { FormField } from '#ui/form/FormField';
import { SubmitButton } from '#ui/form/SubmitButton';
import { LoadError } from '#ui/LoadError';
import { TextLink } from '#ui/TextLink';
import { leaveAccount } from '../account.session';
import { deletionQuery, useDeleteAccount } from '../users.api';

/** Deletes the user's account, after showing the consequences. */
export function DeleteAccount({ user }: { user: User }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <DangerCard
      title={t('account_delete_title')}
      label={t('account_delete_open')}
      onOpen={() => setOpen(true)}
    >
      <AppDialog open={isOpen} onClose={() => setOpen(false)} title={t('account_delete_title')}>
        <DeletionForm user={user} onCancel={() => setOpen(false)} />
      </AppDialog>
    </DangerCard>
  );
}

function DeletionForm({ user, onCancel }: { user: User; onCancel: () => void }) {
  const t = useT();
  const { data, error, refetch } = useQuery(deletionQuery(user.id));
  const deletion = useDeleteAccount(user.id);
  const { control, handleSubmit } = useForm<DeleteAccountInput>({
    defaultValues: { password: '', email: '' },
  });
  const finish = () => leaveAccount(user.id, t('account_deleted'));
  const send = ({ password, email }: DeleteAccountInput) => {
    // Not by a callback of `mutate`: the push that ends the session may unmount this form before the answer arrives.
    deletion.mutateAsync(user.hasPassword ? { password } : { email }).then(finish, () => void refetch());
  };
  const isLastOwner = (data?.lastOwnerOf.length ?? 0) > 0;
  return (
    <Box component="form" noValidate onSubmit={handleSubmit(send)}>
      <DialogContent>
        <Stack spacing={2}>
          <DialogContentText>{t('account_delete_text')}</DialogContentText>
          <LoadError error={error} title={t('account_delete_error')} onRetry={refetch} />
          {data && <Typography>{t('account_delete_tasks', { count: data.assignedTasks })}</Typography>}
          {data && isLastOwner && (
            <Alert severity="warning">
              {t('account_delete_owner')}
              <Box component="ul" sx={{ m: 0, mt: 1, paddingInlineStart: 3, lineHeight: 2 }}>
                {data.lastOwnerOf.map(({ id, name }) => (
                  <li key={id}>
                    <TextLink to={`/workspace/${id}/users`}>{name}</TextLink>
                  </li>
                ))}
              </Box>
            </Alert>
          )}
          {user.hasPassword ? (
            <FormField
              control={control}
              name="password"
              type="password"
              label={t('field_password')}
              autoComplete="current-password"
              disabled={isLastOwner}
            />
          ) : (
            <FormField
              control={control}
              name="email"
              type="email"
              label={t('field_email')}
              autoComplete="email"
              disabled={isLastOwner}
            />
          )}
          <FormError error={deletion.error} />
        </Stack>
      </DialogContent>
      <FormActions onCancel={onCancel}>
        <SubmitButton color="error" disabled={!data || isLastOwner} isPending={deletion.isPending}>
          {t('account_delete_title')}
        </SubmitButton>
      </FormActions>
    </Box>
  );
}
