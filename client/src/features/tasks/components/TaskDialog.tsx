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
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../../../i18n/useT';
import { ApiError } from '../../../lib/api';
import { AppDialog } from '../../../ui/dialog/AppDialog';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { FormError } from '../../../ui/form/FormError';
import { schemaResolver } from '../../../ui/form/resolver';
import { dropDraft, type TaskDraft } from '../task.draft';
import { createInput, type TaskFormValues, updateInput, valuesOf } from '../task.form';
import { useKeptDraft } from '../useKeptDraft';
import { baseRevOf, contestedFields, useSeen } from '../useSeen';
import { ConflictPanel } from './ConflictPanel';
import { OthersOnTask } from './OthersOnTask';
import { TaskFields } from './TaskFields';

interface CommonProps {
  projects: readonly { id: string; name: string }[];
  /** The people who can be assigned in a project. */
  membersOf: (projectId: string) => readonly BoardMember[];
  canEdit: boolean;
  /** What had been typed before a reload or a new sign-in. */
  draft?: TaskDraft | null | undefined;
  /** Where what is being typed is kept: whose it is, and on which board. */
  keepAs: Pick<TaskDraft, 'userId' | 'boardId'>;
  onClose: () => void;
  onCreate: (input: CreateTaskInput) => Promise<void>;
}

interface NewProps extends CommonProps {
  mode: 'new';
  initial: TaskFormValues;
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
  const { mode, projects, membersOf, canEdit, draft, keepAs, onCreate } = props;
  const t = useT();
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [couldEdit] = useState(canEdit);
  /** Saved or given up, though it is still painted for a moment. */
  const isClosed = useRef(false);
  const opened = mode === 'edit' ? props.opened : undefined;
  const task = mode === 'edit' ? props.task : undefined;
  const initial = mode === 'edit' ? valuesOf(props.opened) : props.initial;
  const form = useForm<TaskFormValues>({
    defaultValues: initial,
    ...(opened && { values: valuesOf(task ?? opened), resetOptions: { keepDirtyValues: true } }),
    resolver: schemaResolver(createTaskSchema),
  });
  const { control, handleSubmit, formState, setValue, watch } = form;
  const { isSubmitting } = formState;
  const touched = Object.keys(formState.dirtyFields) as (keyof TaskFormValues)[];
  const isTouched = touched.length > 0;
  const isGone = mode === 'edit' && !task;
  const seen = useSeen(draft?.seen ?? { values: initial, revs: {} }, task, touched);
  const contested = contestedFields(seen, task, touched);

  useKeptDraft({
    draft,
    form,
    draftNow: () =>
      isTouched &&
      !isClosed.current && {
        ...keepAs,
        ...(opened && { opened }),
        values: form.getValues(),
        touched,
        seen: seen.current,
      },
  });
  const onClose = () => {
    isClosed.current = true;
    dropDraft();
    props.onClose();
  };

  const attempt = async (send: () => Promise<void>) => {
    setError(null);
    try {
      await send();
      onClose();
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.editConflict) setConflict(refusal.editConflict);
      else setError(refusal);
    }
  };
  const save = (values: TaskFormValues) =>
    attempt(async () => {
      if (mode === 'new') await onCreate(createInput(values));
      else if (isTouched)
        await props.onSubmit(updateInput(values, touched, baseRevOf(seen.current, props.opened, contested)));
    });
  const decide = (description: string, rev: number) => {
    setValue('description', description, { shouldDirty: true });
    const { values, revs } = seen.current;
    const theirs = conflict?.theirs ?? values.description;
    seen.current = {
      values: { ...values, description: theirs },
      revs: { ...revs, description: rev, assignees: rev },
    };
    setConflict(null);
  };

  const title = t(mode === 'new' ? 'task_new_title' : canEdit ? 'task_edit_title' : 'task_view_title');
  return (
    <AppDialog
      open
      onClose={() => (isTouched ? setAsking(true) : onClose())}
      size="md"
      title={title}
      closeOnOutsideClick
    >
      <Stack
        component="form"
        noValidate
        onSubmit={handleSubmit(save)}
        sx={{ minHeight: 0, overflow: 'hidden' }}
        aria-label={title}
      >
        <DialogContent>
          <Stack spacing={2}>
            {draft && <Alert severity="info">{t('task_draft')}</Alert>}
            {isGone && (
              <Alert
                severity="warning"
                action={
                  canEdit && (
                    <Button
                      color="inherit"
                      size="small"
                      onClick={handleSubmit((values) => attempt(() => onCreate(createInput(values))))}
                    >
                      {t('task_create_again')}
                    </Button>
                  )
                }
              >
                {t('task_gone')}
              </Alert>
            )}
            {couldEdit && !canEdit && isTouched && <Alert severity="warning">{t('task_no_right')}</Alert>}
            {conflict && (
              <ConflictPanel
                conflict={conflict}
                onTakeTheirs={() => decide(conflict.theirs, conflict.rev)}
                onKeepMine={() => decide(form.getValues('description'), conflict.rev)}
              />
            )}
            <TaskFields
              control={control}
              projects={projects}
              members={membersOf(watch('projectId'))}
              disabled={!canEdit}
              contested={contested}
              isDeciding={conflict !== null}
            />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          {task && <OthersOnTask task={task} />}
          <Button color="inherit" onClick={onClose}>
            {t(canEdit ? 'action_cancel' : 'action_close')}
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
      {isAsking && (
        <ConfirmDialog
          open
          title={t('task_discard_title')}
          text={t('task_discard_text')}
          confirmLabel={t('task_discard')}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </AppDialog>
  );
}
