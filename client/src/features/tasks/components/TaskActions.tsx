import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '#i18n/useT';
import { FormError } from '#ui/form/FormError';
import { OthersOnTask } from './OthersOnTask';

interface Props {
  task: StoredTask | undefined;
  isNew: boolean;
  canSave: boolean;
  error: unknown;
  /** More has been typed since what was saved. */
  isPartlySaved: boolean;
  onCancel: () => void;
}

/** The lower edge of a task's dialog: who else is at the task, the buttons, and what came of saving. */
export function TaskActions({ task, isNew, canSave, error, isPartlySaved, onCancel }: Props) {
  const t = useT();
  return (
    <DialogActions sx={{ flexWrap: 'wrap', borderTop: 1, borderColor: 'divider', pt: 2, pb: 2 }}>
      {task && <OthersOnTask task={task} />}
      <Button color="inherit" onClick={onCancel}>
        {t('action_cancel')}
      </Button>
      <Button
        type="submit"
        variant="contained"
        disabled={!canSave}
        aria-keyshortcuts="Control+Enter Meta+Enter"
      >
        {t(isNew ? 'task_create' : 'task_save')}
      </Button>
      <Stack sx={{ flexBasis: '100%', alignItems: 'flex-end' }}>
        <FormError error={error} />
        {isPartlySaved && (
          <Typography role="status" variant="body2">
            {t('task_partly_saved')}
          </Typography>
        )}
      </Stack>
    </DialogActions>
  );
}
