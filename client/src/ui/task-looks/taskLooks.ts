import type { TaskPriority, TaskState } from '@livelane/shared/tasks/task.values';

/** Each state has its own colour (specification section 3); readable as a mark on light and dark. */
export const stateColours: Record<TaskState, string> = {
  BACKLOG: '#7a869a',
  READY: '#3b82f6',
  IN_PROGRESS: '#8b5cf6',
  WAITING: '#d97706',
  REVIEW: '#db2777',
  TEST: '#0891b2',
  DONE: '#16a34a',
  ARCHIVE: '#64748b',
};

/** Arrow and colour of each priority: `turn` in degrees from pointing up. */
export const priorityLooks: Record<TaskPriority, { colour: string; turn: number; isDouble: boolean }> = {
  CRITICAL: { colour: '#dc2626', turn: 0, isDouble: true },
  HIGH: { colour: '#ea580c', turn: 0, isDouble: false },
  MEDIUM: { colour: '#ca8a04', turn: 90, isDouble: false },
  LOW: { colour: '#2563eb', turn: 180, isDouble: false },
  TRIVIAL: { colour: '#64748b', turn: 180, isDouble: true },
};
