import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { type Sight, sightOf } from './task.sight';

/** What a task's op carries for the server alone. */
export interface TaskEffect {
  /** Only where the task is PRIVATE before or after the op: who sees it then. */
  sight?: {
    before: Sight | null;
    after: Sight | null;
    /** The whole task after the op, for those who gain sight of it. */
    task: StoredTask | null;
  };
  /** The project that the task came from: its copy there is still to be deleted. */
  movedFrom?: string;
}

/** What an op about many tasks carries: who sees the PRIVATE ones among them. */
export interface HiddenEffect {
  hidden?: Record<string, Sight>;
}

/** The effect of an op that turns `before` into `after`; null stands for no task. */
export function taskEffect(before: StoredTask | null, after: StoredTask | null): TaskEffect {
  if (before?.visibility !== 'PRIVATE' && after?.visibility !== 'PRIVATE') return {};
  return {
    sight: { before: before && sightOf(before), after: after && sightOf(after), task: after },
  };
}

export function hiddenEffect(tasks: Iterable<StoredTask>): HiddenEffect {
  const hidden: Record<string, Sight> = {};
  for (const task of tasks) if (task.visibility === 'PRIVATE') hidden[task.id] = sightOf(task);
  return Object.keys(hidden).length > 0 ? { hidden } : {};
}
