import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { EditConflict } from '@livelane/shared/http/error.schema';
import {
  type CreateTaskInput,
  createTaskSchema,
  type StoredTask,
  type UpdateTaskInput,
} from '@livelane/shared/tasks/task.schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../../../i18n/useT';
import { ApiError } from '../../../lib/api';
import { AppDialog } from '../../../ui/dialog/AppDialog';
import { FormError } from '../../../ui/form/FormError';
import { schemaResolver } from '../../../ui/form/resolver';
import { createInput, sameValue, type TaskFormValues, updateInput, valuesOf } from '../task.form';
import { ConflictPanel } from './ConflictPanel';
import { TaskFields } from './TaskFields';

interface CommonProps {
  projects: readonly { id: string; name: string }[];
  /** The people who can be assigned in a project. */
  membersOf: (projectId: string) => readonly BoardMember[];
  canEdit: boolean;
  onClose: () => void;
}

interface NewProps extends CommonProps {
  mode: 'new';
  initial: TaskFormValues;
  onSubmit: (input: CreateTaskInput) => Promise<void>;
}

interface EditProps extends CommonProps {
  mode: 'edit';
  /** The task as it is now, which others may change while the dialog is open; undefined once it is deleted. */
  task: StoredTask | undefined;
  /** The task as it was when the dialog was opened. */
  opened: StoredTask;
  onSubmit: (input: UpdateTaskInput) => Promise<void>;
}

/** Creates or edits a task. What others change meanwhile shows at once, except where this user is typing. */
export function TaskDialog(props: NewProps | EditProps) {
  const { mode, projects, membersOf, canEdit, onClose } = props;
  const t = useT();
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [baseRev, setBaseRev] = useState(mode === 'edit' ? props.opened.rev : 0);
  const values = mode === 'new' ? props.initial : valuesOf(props.task ?? props.opened);
  const { control, handleSubmit, formState, setValue, watch } = useForm<TaskFormValues>({
    defaultValues: mode === 'new' ? props.initial : valuesOf(props.opened),
    ...(mode === 'edit' && { values, resetOptions: { keepDirtyValues: true } }),
    resolver: schemaResolver(createTaskSchema),
  });
  const { dirtyFields, isSubmitting } = formState;
  const isGone = mode === 'edit' && !props.task;
  const contested = new Set(
    mode === 'edit' && props.task
      ? (Object.keys(dirtyFields) as (keyof TaskFormValues)[]).filter(
          (name) => !sameValue(valuesOf(props.opened)[name], values[name]),
        )
      : [],
  );

  const save = async (form: TaskFormValues) => {
    setError(null);
    try {
      if (mode === 'new') await props.onSubmit(createInput(form));
      else if (Object.keys(dirtyFields).length > 0)
        await props.onSubmit(updateInput(form, dirtyFields, baseRev));
      onClose();
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.conflict) setConflict(refusal.conflict);
      else setError(refusal);
    }
  };
  const decide = (description: string, rev: number) => {
    setValue('description', description, { shouldDirty: true });
    setBaseRev(rev);
    setConflict(null);
  };

  return (
    <AppDialog
      open
      onClose={onClose}
      size="md"
      title={mode === 'new' ? t('task_new_title') : t('task_edit_title')}
      closeOnOutsideClick={!formState.isDirty}
    >
      <Stack
        component="form"
        noValidate
        onSubmit={handleSubmit(save)}
        sx={{ minHeight: 0, overflow: 'hidden' }}
        aria-label={mode === 'new' ? t('task_new_title') : t('task_edit_title')}
      >
        <DialogContent>
          <Stack spacing={2}>
            {isGone && <Alert severity="warning">{t('task_gone')}</Alert>}
            {conflict && (
              <ConflictPanel
                conflict={conflict}
                onTakeTheirs={() => decide(conflict.theirs, conflict.rev)}
                onKeepMine={() => decide(conflict.mine, conflict.rev)}
              />
            )}
            <TaskFields
              control={control}
              projects={projects}
              members={membersOf(watch('projectId'))}
              disabled={!canEdit}
              contested={contested}
            />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          <Button color="inherit" onClick={onClose}>
            {t('action_cancel')}
          </Button>
          {canEdit && (
            <Button type="submit" variant="contained" disabled={isSubmitting || isGone || conflict !== null}>
              {mode === 'new' ? t('task_create') : t('task_save')}
            </Button>
          )}
          <Stack sx={{ flexBasis: '100%', alignItems: 'flex-end' }}>
            <FormError error={error} />
          </Stack>
        </DialogActions>
      </Stack>
    </AppDialog>
  );
}
