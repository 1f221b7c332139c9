import { isSameValue } from '@livelane/shared/tasks/task.conversions';
import { mergedFields, type StoredTask } from '@livelane/shared/tasks/task.fields';
import { type RefObject, useEffect, useRef } from 'react';
import { type TaskFormValues, valuesOf } from './task.form';

type Field = keyof TaskFormValues;

/** Each field's value before its user touched it, with the task's `rev` and project of that moment. */
export interface Seen {
  values: TaskFormValues;
  revs: Partial<Record<Field, number>>;
  projectIds?: Partial<Record<Field, string>>;
}

/**
 * Follows changes of others, field by field, until this user touches the field. Later versions with the value that they
 * saw count as seen.
 */
export function useSeen(initial: Seen, task: StoredTask | undefined, touched: readonly Field[]) {
  const seen = useRef(initial);
  useEffect(() => {
    if (!task) return;
    const { values, revs, projectIds } = seen.current;
    const now = valuesOf(task);
    const followed = (Object.keys(now) as Field[]).filter(
      (name) => !touched.includes(name) || isSameValue(values[name], now[name]),
    );
    const pick = <T>(of: (name: Field) => T) => Object.fromEntries(followed.map((name) => [name, of(name)]));
    seen.current = {
      values: { ...values, ...pick((name) => now[name]) },
      revs: { ...revs, ...pick(() => task.rev) },
      projectIds: { ...projectIds, ...pick(() => task.projectId) },
    };
  });
  return seen;
}

/** Touched fields that someone else has changed as well. */
export function contestedFields(
  { current: { values } }: RefObject<Seen>,
  task: StoredTask | undefined,
  touched: readonly Field[],
): Set<Field> {
  if (!task) return new Set();
  const now = valuesOf(task);
  return new Set(touched.filter((name) => !isSameValue(values[name], now[name])));
}

/**
 * The base version (SPEC.md#conflicts): for a contested field that asks, the one that its user saw; otherwise ids are a
 * difference from the list that they saw.
 */
export function baseOf(
  { revs, projectIds }: Seen,
  opened: StoredTask,
  contested: ReadonlySet<Field>,
): { baseRev: number; baseProjectId: string } {
  const asking = mergedFields('ask').filter((name) => contested.has(name));
  const [first, ...others] = asking.length > 0 ? asking : mergedFields('difference');
  const revOf = (name: Field) => revs[name] ?? opened.rev;
  const field = others.reduce<Field | undefined>(
    (oldest, name) => (oldest && revOf(oldest) <= revOf(name) ? oldest : name),
    first,
  );
  if (!field) return { baseRev: opened.rev, baseProjectId: opened.projectId };
  return { baseRev: revOf(field), baseProjectId: projectIds?.[field] ?? opened.projectId };
}
