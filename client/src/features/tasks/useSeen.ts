import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type RefObject, useEffect, useRef } from 'react';
import { sameValue, type TaskFormValues, valuesOf } from './task.form';

type Field = keyof TaskFormValues;

/** Each field as its user saw it before they touched it, and the task's `rev` and project of that moment. */
export interface Seen {
  values: TaskFormValues;
  revs: Partial<Record<Field, number>>;
  projectIds?: Partial<Record<Field, string>>;
}

/** Follows what others change, field by field, until this user touches the field. */
export function useSeen(initial: Seen, task: StoredTask | undefined, touched: readonly Field[]) {
  const seen = useRef(initial);
  useEffect(() => {
    if (!task) return;
    const { values, revs, projectIds } = seen.current;
    const now = valuesOf(task);
    const untouched = (Object.keys(now) as Field[]).filter((name) => !touched.includes(name));
    const pick = <T>(of: (name: Field) => T) => Object.fromEntries(untouched.map((name) => [name, of(name)]));
    seen.current = {
      values: { ...values, ...pick((name) => now[name]) },
      revs: { ...revs, ...pick(() => task.rev) },
      projectIds: { ...projectIds, ...pick(() => task.projectId) },
    };
  });
  return seen;
}

/** Touched fields that somebody else has changed as well. */
export function contestedFields(
  { current: { values } }: RefObject<Seen>,
  task: StoredTask | undefined,
  touched: readonly Field[],
): Set<Field> {
  if (!task) return new Set();
  const now = valuesOf(task);
  return new Set(touched.filter((name) => !sameValue(values[name], now[name])));
}

/**
 * The version to compare with (SPEC.md#conflicts): a contested description must meet the one that its user saw;
 * otherwise assignees are a difference from the list that they saw.
 */
export function baseOf(
  { revs, projectIds }: Seen,
  opened: StoredTask,
  contested: ReadonlySet<Field>,
): { baseRev: number; baseProjectId: string } {
  const field = contested.has('description') ? 'description' : 'assignees';
  return { baseRev: revs[field] ?? opened.rev, baseProjectId: projectIds?.[field] ?? opened.projectId };
}
