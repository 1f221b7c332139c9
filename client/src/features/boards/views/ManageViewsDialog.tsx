import type { View } from '@livelane/shared/views/view.schema';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { isComposing } from '#lib/keyPress';
import { typedText } from '#lib/typedText';
import { useCurrentUser } from '#lib/useSession';
import { AppDialog } from '#ui/dialog/AppDialog';
import { FormError } from '#ui/form/FormError';
import { showToast } from '#ui/toast/toast.store';
import { useErrorToast } from '#ui/toast/useErrorToast';
import { Tooltip } from '#ui/tooltip/Tooltip';
import { useRowFocus } from '#ui/useRowFocus';
import { useBoard } from '../board.context';
import { useBoardLook } from '../useBoardLook';
import { useSaveView } from './useSaveView';
import { useCreateView, useDeleteView } from './views.api';

interface Props {
  /** The views that the user may change. */
  views: readonly View[];
  onClose: () => void;
}

/** Renames saved views, shares or unshares them, and deletes them. */
export function ManageViewsDialog({ views, onClose }: Props) {
  const t = useT();
  const rows = useRowFocus();
  return (
    <AppDialog open onClose={onClose} title={t('saved_views')} closeOnOutsideClick>
      <DialogContent>
        <Stack component="ul" {...rows} spacing={2} sx={{ m: 0, p: 0, pt: 1, listStyle: 'none' }}>
          {views.map((view) => (
            <ViewRow key={view.id} view={view} />
          ))}
        </Stack>
        {views.length === 0 && <Typography color="textSecondary">{t('saved_views_none')}</Typography>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action_close')}</Button>
      </DialogActions>
    </AppDialog>
  );
}

function ViewRow({ view }: { view: View }) {
  const t = useT();
  const { boardId, canEdit, people } = useBoard();
  const { id: userId } = useCurrentUser();
  const [look, changeLook] = useBoardLook();
  /** Null without an unsaved name. */
  const [typed, setTyped] = useState<string | null>(null);
  /** A name on its way: Enter sends it, and so does leaving the field, perhaps before the answer. */
  const saving = useRef<string | null>(null);
  const save = useSaveView(boardId);
  const remove = useDeleteView(boardId);
  // Its error comes when this row is gone.
  const { mutateAsync: create } = useCreateView(boardId);
  const showError = useErrorToast();
  const rename = async () => {
    const name = typed === null ? null : typedText(typed);
    if (name && name === saving.current) return;
    if (name && name !== view.name) {
      saving.current = name;
      const isSaved = await save(view, { name });
      saving.current = null;
      if (!isSaved) return;
    }
    // More may have been typed meanwhile.
    setTyped((now) => (now !== null && typedText(now) === name ? null : now));
  };
  const bringBack = () => {
    // Keeps the id, so that existing links work again.
    const { id, projectId, isShared, filter, grouping } = view;
    create({ id, projectId, isShared, name: view.name, filter, grouping }).catch(showError);
  };
  const end = () =>
    remove.mutate(view.id, {
      onSuccess: () => {
        if (look.viewId === view.id) changeLook({ viewId: null });
        showToast({
          description: t('saved_view_deleted', { name: view.name }),
          action: { label: t('undo'), run: bringBack },
        });
      },
    });
  const label = t('saved_view_delete', { name: view.name });
  // A view that is shared no longer is its maker's own: nobody else could see it, or share it again.
  const canShare =
    boardId !== PERSONAL_BOARD &&
    canEdit(boardId) &&
    (view.createdBy === userId || !people.has(view.createdBy));
  return (
    <Stack component="li">
      <Stack direction="row" sx={{ alignItems: 'center' }} spacing={1}>
        <TextField
          fullWidth
          value={typed ?? view.name}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) rename();
          }}
          slotProps={{ htmlInput: { 'aria-label': t('saved_view_rename', { name: view.name }) } }}
        />
        <Tooltip title={label}>
          <IconButton aria-label={label} onClick={end}>
            <DeleteOutlined />
          </IconButton>
        </Tooltip>
      </Stack>
      {canShare && (
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={view.isShared}
              onChange={(_event, isShared) => save(view, { isShared })}
            />
          }
          label={t('saved_view_shared')}
          sx={{ mt: 0.5 }}
        />
      )}
      <FormError error={remove.error} />
    </Stack>
  );
}
