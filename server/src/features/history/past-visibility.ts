import type { Sight } from '@livelane/shared/tasks/task.visibility';
import type { BoardReplica } from '../boards/board.replica';
import type { TaskStore } from '../tasks/task.store';
import { canSee, type Viewer } from '../tasks/task.visibility';

/** A task's title, and the fields that decide who sees its past. */
type KnownTask = Sight & { title: string };

/**
 * The tasks of a project that a person sees in its history: by the present sight, and by a deleted or moved task's last
 * one here. With it they see all of a task's past, without it nothing (R27).
 */
export class PastVisibility {
  /** As they were when they were looked up. */
  private readonly known = new Map<string, KnownTask | null>();

  constructor(
    private readonly board: BoardReplica,
    private readonly viewer: Viewer,
    private readonly store: Pick<TaskStore, 'lastSeen'>,
  ) {}

  /** Call this first: looks up those that are no longer on the board, and keeps the others, which may leave it meanwhile. */
  async learn(taskIds: Iterable<string>): Promise<void> {
    const unknown: string[] = [];
    for (const id of new Set(taskIds)) {
      const task = this.board.get(id);
      if (task) this.known.set(id, task);
      else if (!this.known.has(id)) unknown.push(id);
    }
    if (unknown.length === 0) return;
    const found = new Map(
      (await this.store.lastSeen(this.board.projectId, unknown)).map((task) => [task.id, task]),
    );
    for (const id of unknown) this.known.set(id, found.get(id) ?? null);
  }

  /** The task as it is now, or was last; undefined for one that the viewer does not see. */
  get(taskId: string): KnownTask | undefined {
    const task = this.board.get(taskId) ?? this.known.get(taskId);
    return task && canSee(this.viewer, task) ? task : undefined;
  }
}
