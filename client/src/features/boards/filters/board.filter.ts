import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { taskPriorities, timeEstimateIds } from '@livelane/shared/tasks/task.values';
import { isDay } from '#ui/date/dayText';

type WorkspaceOf = (projectId: string) => string | undefined;

const listOf = (text: string): string[] => text.split(',').filter(Boolean);
const dayOf = (text: string): string | null => (isDay(text) ? text : null);

/**
 * A part of a filter.
 * @param parameter its name in the URL
 * @param read its value by its text there
 * @param fits whether a task has what it asks for, unless it is empty
 */
const part = <Value>(
  parameter: string,
  read: (text: string) => Value,
  fits: (task: StoredTask, value: NonNullable<Value>, workspaceOf: WorkspaceOf) => boolean,
) => ({ parameter, read, fits });

const parts = {
  title: part(
    'title',
    (text) => text,
    (task, title) => task.title.toLowerCase().includes(title.toLowerCase()),
  ),
  priorities: part(
    'priority',
    (text) => taskPriorities.filter((id) => listOf(text).includes(id)),
    // Tasks without a priority always pass.
    (task, ids) => !task.priority || ids.includes(task.priority),
  ),
  /** Minutes; 0 matches tasks without an estimate. */
  estimates: part(
    'estimate',
    (text): number[] => timeEstimateIds.filter((id) => listOf(text).includes(String(id))),
    (task, ids) => ids.includes(task.timeEstimate?.id ?? 0),
  ),
  dueFrom: part('dueFrom', dayOf, ({ dueDate }, day) => !!dueDate && dueDate >= day),
  dueTo: part('dueTo', dayOf, ({ dueDate }, day) => !!dueDate && dueDate <= day),
  assignees: part('assignees', listOf, (task, ids) => task.assignees.some((id) => ids.includes(id))),
  labels: part('labels', listOf, (task, ids) => task.labels.some((id) => ids.includes(id))),
  workspaceId: part(
    'workspace',
    (text) => text || null,
    (task, id, workspaceOf) => workspaceOf(task.projectId) === id,
  ),
  projectIds: part('projects', listOf, (task, ids) => ids.includes(task.projectId)),
};
type Parts = typeof parts;
const allParts = Object.entries(parts) as Array<[keyof Parts, ReturnType<typeof part>]>;

/** A board's filter; empty lists and null match everything. Kept in the URL, so that it can be shared. */
export type BoardFilter = { [Part in keyof Parts]: ReturnType<Parts[Part]['read']> };

/** The filter in the URL's parameters. What they say wrongly is left out. */
export const readFilter = (params: URLSearchParams): BoardFilter =>
  Object.fromEntries(
    allParts.map(([name, { parameter, read }]) => [name, read(params.get(parameter) ?? '')]),
  ) as BoardFilter;

/** The URL's parameters with the filter written into them; other parameters stay. */
export function writeFilter(params: URLSearchParams, filter: BoardFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, { parameter }] of allParts) {
    const value = String(filter[name] ?? '');
    if (value) next.set(parameter, value);
    else next.delete(parameter);
  }
  return next;
}

export const NO_FILTER: BoardFilter = readFilter(new URLSearchParams());

/** Whether a part asks for anything. */
export const isSet = (value?: string | readonly unknown[] | null): boolean => !!value?.length;

/** Called for each column at each change of the board, so it does not write an address. */
export const isFiltering = (filter: BoardFilter): boolean =>
  Object.values(filter).some((value) => isSet(value));

/** Specification section 5: all parts must match. */
export const matches = (task: StoredTask, filter: BoardFilter, workspaceOf: WorkspaceOf): boolean =>
  allParts.every(([name, { fits }]) => !isSet(filter[name]) || fits(task, filter[name] ?? '', workspaceOf));
