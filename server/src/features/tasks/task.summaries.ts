import type { Oplog } from '../../oplog/oplog';
import type { ReplicaCache } from '../boards/replica.cache';
import type { TaskStore, TaskSummary } from './task.store';

interface Dependencies {
  oplog: Pick<Oplog, 'rowsCaughtUp'>;
  replicas: Pick<ReplicaCache, 'current' | 'seen'>;
  tasks: Pick<TaskStore, 'summaries'>;
}

/** A task, and its last known project. */
interface Whereabouts {
  taskId?: string;
  projectId: string | null;
}

/** Summaries of tasks: from the boards in memory, otherwise from their rows. */
export class TaskSummaries {
  constructor(private readonly deps: Dependencies) {}

  /** By the task's id; unknown ones are left out. */
  async of(places: readonly Whereabouts[]): Promise<Map<string, TaskSummary>> {
    const wanted = new Map<string, Set<string>>();
    for (const { taskId, projectId } of places) {
      if (taskId === undefined || projectId === null) continue;
      const ofProject = wanted.get(projectId);
      if (ofProject) ofProject.add(taskId);
      else wanted.set(projectId, new Set([taskId]));
    }
    const summaries = new Map<string, TaskSummary>();
    await Promise.all(
      [...wanted].map(async ([projectId, taskIds]) => {
        for (const task of await this.onBoard(projectId, taskIds)) {
          summaries.set(task.id, { task, deletedAt: null });
          taskIds.delete(task.id);
        }
        if (taskIds.size === 0) wanted.delete(projectId);
      }),
    );
    if (wanted.size === 0) return summaries;
    await this.deps.oplog.rowsCaughtUp(wanted.keys());
    const rows = await this.deps.tasks.summaries([...wanted.values()].flatMap((taskIds) => [...taskIds]));
    return new Map([...summaries, ...rows]);
  }

  /** The tasks on a board, if it is in memory. */
  private async onBoard(projectId: string, taskIds: ReadonlySet<string>) {
    if (!this.deps.replicas.seen(projectId)) return [];
    // If a board cannot be brought up to date, or is deleted, the rows are used.
    const board = await this.deps.replicas.current(projectId).catch(() => null);
    return board ? [...taskIds].flatMap((taskId) => board.get(taskId) ?? []) : [];
  }
}
