import { canSee } from '@livelane/shared/tasks/task.visibility';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/useT';
import { shortcutKey } from '#lib/keyPress';
import { areSingleKeysOn } from '#lib/singleKeys';
import { combinedText } from '#lib/textDiff';
import { AppDialog } from '#ui/dialog/AppDialog';
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog';
import type { EditProps, NewProps } from '../taskDialog.types';
import { useTaskForm } from '../useTaskForm';
import { TaskActions } from './TaskActions';
import { TaskBody } from './TaskBody';
import { TaskHeader } from './TaskHeader';
import { TaskNotices } from './TaskNotices';

/** Creates or edits a task. Changes by others show at once, except in fields that this user edits. */
export function TaskDialog(props: NewProps | EditProps) {
  const { mode, projects, membersOf, onPeopleWanted, canEdit, draft } = props;
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const [isMakingLabel, setMakingLabel] = useState(false);
  const [couldEdit] = useState(canEdit);
  const {
    userId,
    form,
    task,
    isTouched,
    isGone,
    contested,
    error,
    conflict,
    isPartlySaved,
    create,
    save,
    decide,
    close,
  } = useTaskForm(props);
  const { control, formState, handleSubmit, watch } = form;
  const stranded = (mode === 'edit' && props.stranded) || [];
  const ask = () => (isTouched || stranded.length > 0 ? setAsking(true) : close());
  const discard = () => {
    if (mode === 'edit' && stranded.length > 0) props.onDiscardStranded?.();
    close();
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
    const step = { j: steps?.onNext, k: steps?.onPrevious, e: editTitle }[shortcutKey(event)];
    if (step) {
      event.preventDefault();
      step();
    }
  };

  const canSave = canEdit && !formState.isSubmitting && !isMakingLabel && !isGone && conflict === null;
  const values = watch();
  const { projectId } = values;
  useEffect(() => {
    if (projectId) onPeopleWanted([projectId]);
  }, [projectId, onPeopleWanted]);
  const members = membersOf(projectId);
  const people = [...members, ...props.people.values()];
  const me = members.find(({ id }) => id === userId);
  const losesSight =
    mode === 'edit' &&
    me !== undefined &&
    !canSee({ userId: me.id, role: me.roleId }, { ...values, createdBy: props.opened.createdBy });
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
          <TaskActions
            task={task}
            isNew={mode === 'new'}
            canSave={canSave}
            error={error}
            isPartlySaved={isPartlySaved}
            onCancel={close}
          />
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
