import type { CreateTaskInput, StoredTask, UpdateTaskInput } from '@livelane/shared/tasks/task.schema';
import {
  DEFAULT_PRIORITY,
  DEFAULT_STATE,
  DEFAULT_VISIBILITY,
  type TaskPriority,
  type TaskState,
  type TaskVisibility,
  type TimeEstimateId,
} from '@livelane/shared/tasks/task.values';

/** The fields of the task dialog. */
export interface TaskFormValues {
  title: string;
  description: string;
  state: TaskState;
  priority: TaskPriority | null;
  timeEstimateId: TimeEstimateId;
  timeSpent: number;
  dueDate: string | null;
  assignees: string[];
  projectId: string;
  visibility: TaskVisibility;
}

/** A new task, filled in as far as the column where it was opened says (specification section 4). */
export function newTaskValues(userId: string, title: string, given: Partial<TaskFormValues>): TaskFormValues {
  return {
    title,
    description: '',
    state: DEFAULT_STATE,
    priority: DEFAULT_PRIORITY,
    timeEstimateId: 0,
    timeSpent: 0,
    dueDate: null,
    assignees: [userId],
    projectId: '',
    visibility: DEFAULT_VISIBILITY,
    ...given,
  };
}

export function valuesOf(task: StoredTask): TaskFormValues {
  const {
    title,
    description,
    state,
    priority,
    timeEstimate,
    timeSpent,
    dueDate,
    assignees,
    projectId,
    visibility,
  } = task;
  return {
    title,
    description,
    state,
    priority,
    timeEstimateId: timeEstimate?.id ?? 0,
    timeSpent,
    dueDate,
    assignees,
    projectId,
    visibility,
  };
}

export function createInput(values: TaskFormValues): CreateTaskInput {
  return { ...values, timeEstimateId: values.timeEstimateId || null };
}

/** Only what the user has touched, so that nobody else's change is overwritten (SPEC.md#conflicts). */
export function updateInput(
  values: TaskFormValues,
  touched: readonly (keyof TaskFormValues)[],
  base: Pick<UpdateTaskInput, 'baseRev' | 'baseProjectId'>,
): UpdateTaskInput {
  const fields = Object.fromEntries(touched.map((name) => [name, values[name]])) as Partial<TaskFormValues>;
  const { timeEstimateId, ...rest } = fields;
  return {
    ...rest,
    ...(timeEstimateId !== undefined && { timeEstimateId: timeEstimateId || null }),
    ...base,
  };
}

export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
