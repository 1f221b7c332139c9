import type { EditConflict } from '@livelane/shared/http/error.schema';
import { createTaskSchema, type StoredTask } from '@livelane/shared/tasks/task.schema';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#lib/api';
import { clock } from '#lib/clock';
import { schemaResolver } from '#ui/form/schemaResolver';
import { dropDraft } from './task.draft';
import { createInput, type TaskFormValues, updateInput, valuesOf } from './task.form';
import type { EditProps, NewProps } from './taskDialog.types';
import { useKeptDraft } from './useKeptDraft';
import { goOnFrom, useSaving } from './useSaving';
import { baseOf, contestedFields, useSeen } from './useSeen';

/**
 * The form of a task's dialog: what is typed in it, kept as a draft, and what others have changed meanwhile; creates and
 * saves the task.
 */
export function useTaskForm(props: NewProps | EditProps) {
  const { mode, draft, onCreate } = props;
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
  const { formState, setValue } = form;
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
  const close = () => {
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
        close();
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
  /** The description that this user chooses where someone else has changed it, too. */
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
  return {
    userId: keepAs.userId,
    form,
    task,
    isTouched,
    isGone,
    contested,
    error,
    conflict,
    isPartlySaved: saving.isPartlySaved,
    create,
    save,
    decide,
    close,
  };
}
