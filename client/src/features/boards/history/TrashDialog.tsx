import type { TrashedTask } from '@livelane/shared/tasks/task.schema';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { selectMembers } from '#board-sync/board.selectors';
import { projectBoard } from '#board-sync/board.types';
import { useT } from '#i18n/useT';
import { useAppSelector } from '#store/hooks';
import { Ago } from '#ui/date/Ago';
import { AppDialog } from '#ui/dialog/AppDialog';
import { focusableDisabled } from '#ui/focusableDisabled';
import { FormError } from '#ui/form/FormError';
import { LoadError } from '#ui/LoadError';
import { AT_START } from '#ui/mirrored';
import { showToast } from '#ui/toast/toast.store';
import { useRowFocus } from '#ui/useRowFocus';
import { useRestore, useTrash } from '../boards.api';
import { columnName } from '../columns/columnName';

/** Tasks deleted from a board within 30 days, with an action for people who may restore them. */
export default function TrashDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useT();
  const { data, error, refetch } = useTrash(projectId);
  const rows = useRowFocus();
  const restore = useRestore(projectId);
  const bringBack = ({ id, title }: TrashedTask) => {
    if (restore.isPending) return;
    restore.mutate(id, {
      onSuccess: () => showToast({ title: t('trash_restored', { title }), variant: 'success' }),
    });
  };
  const isRefused = data?.some(({ canRestore }) => !canRestore) ?? false;
  return (
    <AppDialog open onClose={onClose} title={t('trash_title')} size="md" closeOnOutsideClick>
      <DialogContent>
        <DialogContentText>
          {t('trash_text')} {isRefused && t('trash_own')}
        </DialogContentText>
        <LoadError error={error} title={t('error_loading')} onRetry={refetch} />
        <FormError error={restore.error} />
        {!data && !error && <Skeleton variant="rounded" height={96} sx={{ mt: 2 }} />}
        {data?.length === 0 && (
          <Typography color="textSecondary" sx={{ py: 4, textAlign: 'center' }}>
            {t('trash_empty')}
          </Typography>
        )}
        <Stack component="ul" {...rows} sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
          {data?.map((task) => (
            <Item key={task.id} task={task} disabled={restore.isPending} onRestore={() => bringBack(task)} />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action_close')}</Button>
      </DialogActions>
    </AppDialog>
  );
}

interface ItemProps {
  task: TrashedTask;
  disabled: boolean;
  onRestore: () => void;
}

function Item({ task, disabled, onRestore }: ItemProps) {
  const t = useT();
  const { title, deletedAt, deletedBy, projectId, canRestore } = task;
  const who = useAppSelector((store) => selectMembers(store, projectId)).find(({ id }) => id === deletedBy);
  const settings = useAppSelector(({ board }) => projectBoard(board, projectId)?.settings);
  const state = columnName(t, settings, task.state);
  return (
    <Stack
      component="li"
      direction="row"
      spacing={2}
      sx={{ alignItems: 'center', py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0 }}>
        <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: 'anywhere', ...AT_START }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {who
            ? t('trash_by', {
                state,
                name: `${who.firstName} ${who.surname}`,
              })
            : state}
          {' · '}
          <Ago at={deletedAt} />
        </Typography>
      </Box>
      {canRestore && (
        <Button
          variant="outlined"
          size="small"
          {...focusableDisabled(disabled)}
          aria-label={t('trash_restore_of', { title })}
          onClick={onRestore}
        >
          {t('trash_restore')}
        </Button>
      )}
    </Stack>
  );
}
