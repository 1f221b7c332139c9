import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { dropDraft, saveDraft, type TaskDraft } from './task.draft';
import type { TaskFormValues } from './task.form';

interface Options {
  /** The former draft; restored once. */
  draft: TaskDraft | null | undefined;
  form: Pick<UseFormReturn<TaskFormValues>, 'setValues' | 'subscribe'>;
  /** The draft to store now; false while nothing is typed that is not saved. */
  draftNow: () => TaskDraft | false;
}

/** Restores the draft from before a reload, and stores the present one for the next, as long as there is one. */
export function useKeptDraft({ draft, form: { setValues, subscribe }, draftNow }: Options): void {
  const restored = useRef(draft);
  useEffect(() => {
    const { touched = [], values } = restored.current ?? {};
    if (!values || touched.length === 0) return;
    const typed = Object.fromEntries(touched.map((name) => [name, values[name]]));
    setValues(typed as Partial<TaskFormValues>, { shouldDirty: true });
  }, [setValues]);

  /** What this dialog has stored: not another's draft. */
  const kept = useRef<TaskDraft | false>(false);
  const keep = useRef<() => void>(() => undefined);
  useEffect(() => {
    keep.current = () => {
      const now = draftNow();
      if (now) saveDraft(now);
      else if (kept.current) dropDraft(kept.current, kept.current.opened?.id);
      kept.current = now;
    };
    keep.current();
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: () => keep.current() }), [subscribe]);
}
