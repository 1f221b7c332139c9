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
 * The base version (SPEC.md#conflicts) of a touched description: lists of ids say themselves what their user saw. Without
 * one it is the oldest of the touched lists', for nodes that do not know that yet.
 */
export function baseOf(
  { revs, projectIds }: Seen,
  opened: StoredTask,
  touched: readonly Field[],
): { baseRev: number; baseProjectId: string } {
  const [asking, differing] = [mergedFields('ask'), mergedFields('difference')];
  const own = [asking, differing].map((names) => names.filter((name) => touched.includes(name)));
  const names = own.find(({ length }) => length > 0) ?? [...asking, ...differing];
  const bases = names.map((name) => ({
    baseRev: revs[name] ?? opened.rev,
    baseProjectId: projectIds?.[name] ?? opened.projectId,
  }));
  // Versions of two projects have no order: then it is that of the description, which asks.
  return bases.reduce((oldest, base) =>
    base.baseProjectId === oldest.baseProjectId && base.baseRev < oldest.baseRev ? base : oldest,
  );
}
