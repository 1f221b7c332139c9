/** The columns of a board, in board order (specification section 3, first reading). */
export const taskStates = [
  'BACKLOG',
  'READY',
  'IN_PROGRESS',
  'WAITING',
  'REVIEW',
  'TEST',
  'DONE',
  'ARCHIVE',
] as const;
export type TaskState = (typeof taskStates)[number];

/** Tasks there are done: never late, and nobody is reminded of them. */
export const finishedStates: readonly TaskState[] = ['DONE', 'ARCHIVE'];

export const taskPriorities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'TRIVIAL'] as const;
export type TaskPriority = (typeof taskPriorities)[number];

export const taskVisibilities = ['PUBLIC', 'PRIVATE'] as const;
export type TaskVisibility = (typeof taskVisibilities)[number];

/** Ids are minutes; 0 stands for none and is stored as null (SPEC.md#values). */
export const timeEstimateIds = [
  0, 1, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960,
] as const;
export type TimeEstimateId = (typeof timeEstimateIds)[number];

export interface TimeEstimate {
  id: TimeEstimateId;
  /** Translation key; the short form's key is `${name}_short`. */
  name: `time_estimate_${TimeEstimateId}`;
}

/** The list of GET /kanban/filter/time_estimate. */
export const timeEstimates: readonly TimeEstimate[] = timeEstimateIds.map((id) => ({
  id,
  name: `time_estimate_${id}` as const,
}));

/** An estimate's stored and shown form: null for none. */
export function toTimeEstimate(id: TimeEstimateId | null | undefined): TimeEstimate | null {
  return id ? { id, name: `time_estimate_${id}` } : null;
}

/** Defaults of a new task (specification section 4). */
export const DEFAULT_STATE: TaskState = 'READY';
export const DEFAULT_PRIORITY: TaskPriority = 'MEDIUM';
export const DEFAULT_VISIBILITY: TaskVisibility = 'PUBLIC';
