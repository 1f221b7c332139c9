import type { EditConflict } from '@livelane/shared/http/error.schema';
import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError } from '#lib/api';
import { editConflictOf } from '#lib/conflicts';
import type { TaskFormValues } from './task.form';

/** Sends a task's form, one attempt at a time, and holds what came of it. @param present the task as it is painted */
export function useSaving(present: StoredTask | undefined) {
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const [isPartlySaved, setPartlySaved] = useState(false);
  /** Prevents a second submit before the first is painted, which would create two tasks. */
  const sending = useRef<{ from: StoredTask | undefined } | null>(null);
  // Until the answer, what is painted is this user's own, and may be refused.
  const task = sending.current?.from ?? present;
  /** @param send resolves with true if more has been typed since, which is not saved yet */
  const attempt = async (send: () => Promise<boolean>) => {
    if (sending.current) return;
    sending.current = { from: task };
    setError(null);
    setPartlySaved(false);
    try {
      setPartlySaved(await send());
    } catch (refusal) {
      const found = refusal instanceof ApiError ? editConflictOf(refusal) : undefined;
      if (found) setConflict(found);
      else setError(refusal);
    } finally {
      sending.current = null;
    }
  };
  return { task, attempt, error, conflict, setConflict, isPartlySaved };
}

type Form = Pick<UseFormReturn<TaskFormValues>, 'getValues' | 'resetField' | 'setValue'>;

/** Lets a form go on from what was saved: only what has been typed since is a change. @returns whether there is any */
export function goOnFrom(sent: TaskFormValues, { getValues, resetField, setValue }: Form): boolean {
  const now = { ...getValues() };
  const names = Object.keys(now) as (keyof TaskFormValues)[];
  const later = names.filter((name) => !isSameValue(now[name], sent[name]));
  if (later.length === 0) return false;
  for (const name of names) resetField(name, { defaultValue: sent[name] });
  for (const name of later) setValue(name, now[name], { shouldDirty: true });
  return true;
}
