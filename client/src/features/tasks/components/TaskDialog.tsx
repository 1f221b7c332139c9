import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { EditConflict } from '@livelane/shared/http/error.schema';
import {
  type CreateTaskInput,
  createTaskSchema,
  type StoredTask,
  type UpdateTaskInput,
} from '@livelane/shared/tasks/task.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import { canSee } from '@livelane/shared/tasks/task.visibility';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '#i18n/useT';
import { ApiError } from '#lib/api';
import { clock } from '#lib/clock';
import { areSingleKeysOn } from '#lib/singleKeys';
import { combinedText } from '#lib/textDiff';
import { AppDialog } from '#ui/dialog/AppDialog';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog';
import { FormError } from '#ui/form/FormError';
import { schemaResolver } from '#ui/form/resolver';
import type { ShownLabel } from '#ui/label/LabelChip';
import { dropDraft, type TaskDraft } from '../task.draft';
import { createInput, type TaskFormValues, updateInput, valuesOf } from '../task.form';
import { useKeptDraft } from '../useKeptDraft';
import { goOnFrom, useSaving } from '../useSaving';
import { baseOf, contestedFields, useSeen } from '../useSeen';
import { OthersOnTask } from './OthersOnTask';
import { TaskBody } from './TaskBody';
import { TaskHeader, type TaskSteps } from './TaskHeader';
import { TaskNotices } from './TaskNotices';
import type { LabelFieldProps } from './TaskProperties';

interface CommonProps {
  projects: readonly { id: string; name: string }[];
  /** The people who can be assigned in a project. */
  membersOf: (projectId: string) => readonly BoardMember[];
  /** Whose names the board knows, by id: someone who is assigned may be assignable no more, or not be known as such yet. */
  people: ReadonlyMap<string, PublicUser>;
  /** Called with the projects whose people are needed, to read unknown ones. */
  onPeopleWanted: (projectIds: readonly string[]) => void;
  canEdit: boolean;
  /** Renders the properties, too; without them it is painted sooner. */
  isWhole?: boolean;
  /** The board's name of a column. */
  stateName: (state: TaskState) => string;
  /** By id, of the workspaces whose projects these are. */
  labels: ReadonlyMap<string, ShownLabel>;
  /** The field for the labels of a task of this project; `onMaking` tells whether it is creating one. */
  labelField: (projectId: string, field: LabelFieldProps, onMaking: (isMaking: boolean) => void) => ReactNode;
  /** Text typed before a reload or a new sign-in. */
  draft?: TaskDraft | null | undefined;
  /** The user and board of the stored draft. */
  keepAs: Pick<TaskDraft, 'userId' | 'boardId'>;
  /** Its user has gone back, or asked for something else: it closes, or asks first. */
  isLeft?: boolean;
  /** The user keeps the dialog and their text. */
  onStay?: () => void;
  onClose: () => void;
  /** @returns the new task as it is painted; null if nothing was made */
  onCreate: (input: CreateTaskInput) => Promise<StoredTask | null>;
  /** It is created, but more has been typed since: this dialog goes on as the one of that task. */
  onMade: (task: StoredTask) => void;
}

export interface NewProps extends CommonProps {
  mode: 'new';
  initial: TaskFormValues;
  /** Typed or chosen before it opened, instead of these: kept and asked about like what is typed in it. */
  given?: Partial<TaskFormValues> | undefined;
}

export interface EditProps extends CommonProps {
  mode: 'edit';
  /** The present task, which others may change while the dialog is open; undefined once it is deleted. */
  task: StoredTask | undefined;
  /** It has left the board of this dialog. */
  isElsewhere?: boolean;
  /** The task as it was when the dialog was opened. */
  opened: StoredTask;
  /** @param seenText the description that this user saw before they touched it */
  onSubmit: (input: UpdateTaskInput, seenText: string) => Promise<void>;
  steps?: TaskSteps;
  /** It was reached from the task before or after it. */
  isStep?: boolean;
  /** Texts typed elsewhere in this dialog, whose fields are gone with the task or with the right to change it. */
  stranded?: readonly { label: string; text: string }[];
  onDiscardStranded?: () => void;
  /** Below its texts. */
  checklist?: ReactNode;
  /** Comments and activity; below it. */
  conversation?: ReactNode;
}

/** Creates or edits a task. Changes by others show at once, except in fields that this user edits. */
export function TaskDialog(props: NewProps | EditProps) {
  const { mode, projects, membersOf, onPeopleWanted, canEdit, draft, onCreate } = props;
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const [isMakingLabel, setMakingLabel] = useState(false);
  const [couldEdit] = useState(canEdit);
  // Another board may be shown before the dialog closes.
  const [keepAs] = useState(props.keepAs);
  /** Saved or discarded, though it is still painted for a moment. */
  const isClosed = useRef(false);
  /** Of the creation that may be under way. Kept with the draft: repeated after a reload it makes no second task. */
  const [newId, setNewId] = useState(draft?.newId);
  const opened = mode === 'edit' ? props.opened : undefined;
  const saving = useSaving(mode === 'edit' ? props.task : undefined);
  const { task, attempt, error, conflict, setConflict } = saving;
  const given = mode === 'new' ? props.given : undefined;
  const initial = mode === 'edit' ? valuesOf(props.opened) : { ...props.initial, ...given };
  const form = useForm<TaskFormValues>({
    defaultValues: initial,
    ...(opened && { values: valuesOf(task ?? opened), resetOptions: { keepDirtyValues: true } }),
    resolver: schemaResolver(createTaskSchema),
  });
  const { control, handleSubmit, formState, setValue, watch } = form;
  const { isSubmitting } = formState;
  const touched = Object.keys({ ...given, ...formState.dirtyFields }) as (keyof TaskFormValues)[];
  const isTouched = touched.length > 0;
  const isGone = mode === 'edit' && (!task || (error instanceof ApiError && error.code === 'task_deleted'));
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
        newId,
      },
  });
  const onClose = () => {
    isClosed.current = true;
    dropDraft(keepAs, opened?.id);
    props.onClose();
  };

  /** Saves, and closes unless more was typed meanwhile. */
  const finish = (sent: TaskFormValues, send: () => Promise<StoredTask | null>) =>
    attempt(async () => {
      if (isClosed.current) return false;
      const made = await send();
      // It may have been discarded meanwhile.
      if (isClosed.current) return false;
      // One that was made before a reload is read, and not painted: more may have been typed since.
      const saved = made && made.rev > 0 ? valuesOf(made) : sent;
      if (!goOnFrom(saved, form)) {
        onClose();
        return false;
      }
      // As a version of the task it is known once the task comes with it.
      seen.current = made ? { values: saved, revs: {} } : { ...seen.current, values: saved };
      if (made) props.onMade(made);
      return true;
    });
  const create = (typed: TaskFormValues) =>
    finish(typed, async () => {
      const id = newId ?? clock.newId();
      setNewId(id);
      try {
        const made = await onCreate({ ...createInput(typed), id });
        setNewId(undefined);
        return made;
      } catch (refusal) {
        if (refusal instanceof ApiError) setNewId(undefined);
        throw refusal;
      }
    });
  const save = (typed: TaskFormValues) => {
    if (mode === 'new') return create(typed);
    return finish(typed, async () => {
      const base = baseOf(seen.current, props.opened, touched);
      const { description } = seen.current.values;
      if (isTouched)
        await props.onSubmit(updateInput(typed, touched, base, seen.current.values), description);
      return null;
    });
  };
  const decide = (description: string, { theirs, rev, projectId }: EditConflict) => {
    setValue('description', description, { shouldDirty: true });
    const { values, revs, projectIds } = seen.current;
    seen.current = {
      values: { ...values, description: theirs },
      revs: { ...revs, description: rev },
      projectIds: { ...projectIds, ...(projectId && { description: projectId }) },
    };
    setConflict(null);
    // It is read before it is saved, and the pressed button goes.
    form.setFocus('description');
  };
  const stranded = (mode === 'edit' && props.stranded) || [];
  const ask = () => (isTouched || stranded.length > 0 ? setAsking(true) : onClose());
  const discard = () => {
    if (mode === 'edit' && stranded.length > 0) props.onDiscardStranded?.();
    onClose();
  };
  const stay = () => {
    setAsking(false);
    if (props.isLeft) props.onStay?.();
  };
  const askNow = useRef(ask);
  useEffect(() => {
    askNow.current = ask;
  });
  const isLeft = props.isLeft ?? false;
  useEffect(() => {
    if (isLeft) askNow.current();
  }, [isLeft]);

  const steps = mode === 'edit' && !isTouched ? props.steps : undefined;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key, ctrlKey, metaKey, altKey } = event;
    // Menus and confirmations are children in React, but not in the DOM.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if ((ctrlKey || metaKey) && key === 'Enter' && canSave) {
      event.preventDefault();
      void handleSubmit(save)();
    }
    if (ctrlKey || metaKey || altKey || !areSingleKeysOn() || target.matches(TYPED_INTO)) return;
    const editTitle = canEdit ? () => form.setFocus('title') : null;
    const step = { j: steps?.onNext, k: steps?.onPrevious, e: editTitle }[key];
    if (step) {
      event.preventDefault();
      step();
    }
  };

  const canSave = canEdit && !isSubmitting && !isMakingLabel && !isGone && conflict === null;
  const values = watch();
  const { projectId } = values;
  useEffect(() => {
    if (projectId) onPeopleWanted([projectId]);
  }, [projectId, onPeopleWanted]);
  const members = membersOf(projectId);
  const people = [...members, ...props.people.values()];
  const me = members.find(({ id }) => id === keepAs.userId);
  const losesSight =
    opened !== undefined &&
    me !== undefined &&
    !canSee({ userId: me.id, role: me.roleId }, { ...values, createdBy: opened.createdBy });
  const other = people.find(({ id }) => id === conflict?.actorId);
  const title = t(mode === 'new' ? 'task_new_title' : canEdit ? 'task_edit_title' : 'task_view_title');
  const projectName = projects.find(({ id }) => id === values.projectId)?.name;
  return (
    <AppDialog
      open
      onClose={ask}
      size="md"
      title={title}
      header={(titleId) => (
        <TaskHeader
          titleId={titleId}
          title={title}
          projectName={projectName}
          steps={steps}
          hasAddress={mode === 'edit'}
          onClose={ask}
        />
      )}
      isTall={mode === 'edit'}
      isInstant={mode === 'edit' && (props.isStep ?? false)}
      onKeyDown={press}
      closeOnOutsideClick
    >
      <Stack
        component="form"
        noValidate
        // Enter in the title submits, too.
        onSubmit={canSave ? handleSubmit(save) : (event) => event.preventDefault()}
        sx={{ minHeight: 0, overflow: 'hidden', flexGrow: 1 }}
        aria-label={title}
      >
        <DialogContent sx={{ pt: '16px !important' }}>
          <TaskNotices
            isDraft={Boolean(draft)}
            isGone={isGone}
            isElsewhere={mode === 'edit' && (props.isElsewhere ?? false)}
            projectName={projects.find(({ id }) => id === task?.projectId)?.name}
            hasLostRight={!canEdit && ((couldEdit && isTouched) || (!isGone && stranded.length > 0))}
            stranded={stranded}
            conflict={conflict}
            otherName={other && `${other.firstName} ${other.surname}`}
            onCreateAgain={canEdit ? handleSubmit(create) : undefined}
            onTakeTheirs={(conflicting) => decide(conflicting.theirs, conflicting)}
            onKeepMine={(conflicting) => decide(form.getValues('description'), conflicting)}
            onCombine={(conflicting) => {
              const { base, theirs } = conflicting;
              // With what has been typed since it was sent.
              decide(combinedText(base, theirs, form.getValues('description')), conflicting);
            }}
          />
          <TaskBody
            canEdit={canEdit}
            isWhole={props.isWhole ?? true}
            control={control}
            values={values}
            contested={contested}
            isDeciding={conflict !== null}
            selectsTitle={mode === 'new' && !draft}
            projects={projects}
            members={members}
            people={people}
            labels={props.labels}
            labelField={(field) => props.labelField(values.projectId, field, setMakingLabel)}
            stateName={props.stateName}
            losesSight={losesSight}
            checklist={mode === 'edit' && props.checklist}
            conversation={mode === 'edit' && props.conversation}
          />
        </DialogContent>
        {canEdit && (
          <DialogActions sx={{ flexWrap: 'wrap', borderTop: 1, borderColor: 'divider', pt: 2, pb: 2 }}>
            {task && <OthersOnTask task={task} />}
            <Button color="inherit" onClick={onClose}>
              {t('action_cancel')}
            </Button>
            <Button
              type="submit"
              variant="contained"
              disabled={!canSave}
              aria-keyshortcuts="Control+Enter Meta+Enter"
            >
              {mode === 'new' ? t('task_create') : t('task_save')}
            </Button>
            <Stack sx={{ flexBasis: '100%', alignItems: 'flex-end' }}>
              <FormError error={error} />
              {saving.isPartlySaved && (
                <Typography role="status" variant="body2">
                  {t('task_partly_saved')}
                </Typography>
              )}
            </Stack>
          </DialogActions>
        )}
      </Stack>
      {isAsking && (
        <ConfirmDialog
          open
          title={t('task_discard_title')}
          text={t('task_discard_text')}
          confirmLabel={t('task_discard')}
          onConfirm={discard}
          onClose={stay}
        />
      )}
    </AppDialog>
  );
}

/** Elements in which a key types a letter. */
const TYPED_INTO = 'input, textarea, select, [role="combobox"], [role="option"]';
