import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { saveDraft, type TaskDraft } from './task.draft';
import type { TaskFormValues } from './task.form';

interface Options {
  /** What had been typed before; taken over once. */
  draft: TaskDraft | null | undefined;
  form: Pick<UseFormReturn<TaskFormValues>, 'setValue' | 'subscribe'>;
  /** What is to be kept now; false while nothing has been typed. */
  draftNow: () => TaskDraft | false;
}

/** Brings back what had been typed before a reload, and keeps what is being typed for the next one. */
export function useKeptDraft({ draft, form: { setValue, subscribe }, draftNow }: Options): void {
  const restored = useRef(draft);
  useEffect(() => {
    const { touched = [], values } = restored.current ?? {};
    // TypeScript cannot pair a union of names with the union of their values.
    for (const name of touched) setValue(name, values?.[name] as never, { shouldDirty: true });
  }, [setValue]);

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
