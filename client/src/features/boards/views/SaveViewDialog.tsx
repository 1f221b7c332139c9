import { createViewSchema, type View } from '@livelane/shared/views/view.schema';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { clock } from '#lib/clock';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormActions } from '#ui/form/FormActions';
import { FormError } from '#ui/form/FormError';
import { FormField } from '#ui/form/FormField';
import { SubmitButton } from '#ui/form/SubmitButton';
import { schemaResolver } from '#ui/form/schemaResolver';
import { showToast } from '#ui/toast/toast.store';
import { useBoard } from '../board.context';
import { readLook, writeLook } from '../board.look';
import { useAddress } from '../useAddress';
import { useCreateView } from './views.api';

interface Props {
  kept: Pick<View, 'filter' | 'grouping'>;
  onClose: () => void;
}

/** Saves the board's present view under a name, for oneself or the project. */
export function SaveViewDialog({ kept, onClose }: Props) {
  const t = useT();
  const { boardId, canEdit } = useBoard();
  const setAddress = useAddress();
  const create = useCreateView(boardId);
  const [isShared, setShared] = useState(false);
  const { control, handleSubmit } = useForm<{ name: string }>({
    defaultValues: { name: '' },
    resolver: schemaResolver(createViewSchema),
  });
  const isPersonal = boardId === PERSONAL_BOARD;
  const save = ({ name }: { name: string }) => {
    const view = { projectId: isPersonal ? null : boardId, isShared, name, ...kept };
    const last = create.variables;
    // The same again has the same id: the view may exist already, and its answer be lost.
    const isAgain = JSON.stringify({ ...view, id: last?.id }) === JSON.stringify(last);
    create.mutate(isAgain && last ? last : { ...view, id: clock.newId() }, {
      onSuccess: ({ id }) => {
        onClose();
        setAddress((params) => writeLook(params, { ...readLook(params), viewId: id }), { replace: true });
        showToast({ description: t('saved_view_saved', { name }), variant: 'success' });
      },
    });
  };
  const title = t('saved_view_save_title');
  return (
    <AppDialog open onClose={onClose} title={title}>
      <Box component="form" noValidate onSubmit={handleSubmit(save)} aria-label={title}>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2" color="textSecondary">
              {t('saved_view_text')}
            </Typography>
            <FormField control={control} name="name" label={t('label_name')} autoFocus />
            {!isPersonal && canEdit(boardId) && (
              <FormControlLabel
                control={<Switch checked={isShared} onChange={(_event, on) => setShared(on)} />}
                label={t('saved_view_shared')}
              />
            )}
            <FormError error={create.error} />
          </Stack>
        </DialogContent>
        <FormActions onCancel={onClose}>
          <SubmitButton isPending={create.isPending}>{t('action_save')}</SubmitButton>
        </FormActions>
      </Box>
    </AppDialog>
  );
}
