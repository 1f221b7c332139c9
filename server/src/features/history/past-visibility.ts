import type { Sight } from '../../oplog/op.effects';
import type { BoardReplica } from '../boards/board.replica';
import type { LastSeenTask, TaskStore } from '../tasks/task.store';
import { canSee, type Viewer } from '../tasks/task.visibility';

/** What decides who sees a task's past, and how it is called. */
type KnownTask = Sight & { title: string };

/**
 * Which tasks of a project a person sees in its history: the sight of now, and of a deleted or moved task its last
 * one here. With it one sees all of a task's past, without it nothing (R27).
 */
export class PastVisibility {
  private readonly gone = new Map<string, LastSeenTask | null>();

  constructor(
    private readonly board: BoardReplica,
    private readonly viewer: Viewer,
    private readonly store: TaskStore,
  ) {}

  /** Call this first: looks up those that are no longer on the board. */
  async learn(taskIds: Iterable<string>): Promise<void> {
    const unknown = [...new Set(taskIds)].filter((id) => !this.board.get(id) && !this.gone.has(id));
    if (unknown.length === 0) return;
    const found = new Map(
      (await this.store.lastSeen(this.board.projectId, unknown)).map((task) => [task.id, task]),
    );
    for (const id of unknown) this.gone.set(id, found.get(id) ?? null);
  }

  /** The task as it is now, or was last; undefined for one that the viewer does not see. */
  get(taskId: string): KnownTask | undefined {
    const task = this.board.get(taskId) ?? this.gone.get(taskId);
    return task && canSee(this.viewer, task) ? task : undefined;
  }
}
