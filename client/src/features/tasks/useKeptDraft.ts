import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { saveDraft, type TaskDraft } from './task.draft';
import type { TaskFormValues } from './task.form';

interface Options {
  /** The former draft; restored once. */
  draft: TaskDraft | null | undefined;
  form: Pick<UseFormReturn<TaskFormValues>, 'setValues' | 'subscribe'>;
  /** The draft to store now; false while nothing has been typed. */
  draftNow: () => TaskDraft | false;
}

/** Restores the draft from before a reload, and stores the present one for the next. */
export function useKeptDraft({ draft, form: { setValues, subscribe }, draftNow }: Options): void {
  const restored = useRef(draft);
  useEffect(() => {
    const { touched = [], values } = restored.current ?? {};
    if (!values || touched.length === 0) return;
    const typed = Object.fromEntries(touched.map((name) => [name, values[name]]));
    setValues(typed as Partial<TaskFormValues>, { shouldDirty: true });
  }, [setValues]);

  const keep = useRef<() => void>(() => undefined);
  useEffect(() => {
    keep.current = () => {
      const now = draftNow();
      if (now) saveDraft(now);
    };
    keep.current();
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: () => keep.current() }), [subscribe]);
}
