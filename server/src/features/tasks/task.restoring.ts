import { RESTORE_MS } from '@livelane/shared/http/limits';
import type { Place } from '@livelane/shared/tasks/bulk.schema';
import type { StoredTask, Task, TrashedTask } from '@livelane/shared/tasks/task.schema';
import { AppError } from '../../http/errors';
import type { CommitContext, Prepared } from '../../oplog/commit.types';
import type { BoardView } from '../boards/board.draft';
import type { AccessService } from '../members/access.service';
import { answered, appearing, presentTask, rankAt } from './task.ops';
import type { TaskReferences } from './task.references';
import type { TaskStore } from './task.store';
import { canSee, mayRestore, type Viewer } from './task.visibility';
import { assertNotFull, assertRoom } from './wip-limit';

interface Dependencies {
  access: AccessService;
  references: TaskReferences;
  store: TaskStore;
}

/** Restores deleted tasks in their column, with those assignees and labels that are still valid. */
export class TaskRestoring {
  constructor(private readonly deps: Dependencies) {}

  /**
   * The op that restores a task; one that lives is answered as it is.
   * @param place where in its column; else at the end
   * @throws AppError `not_found`, `forbidden`, `restore_expired`, `wip_limit`
   */
  async prepare(
    taskId: string,
    board: BoardView,
    viewer: Viewer,
    context: CommitContext,
    place: Place = {},
  ): Promise<Prepared<Task>> {
    const { access, references, store } = this.deps;
    const { projectId } = context;
    const living = board.get(taskId);
    if (living && !canSee(viewer, living)) throw new AppError('not_found');
    if (living) return { unchanged: presentTask(board, viewer, living) };
    const gone = await store.find(taskId);
    if (!gone?.deletedAt || gone.movedTo || gone.task.projectId !== projectId)
      throw new AppError('not_found');
    if (!canSee(viewer, gone.task)) throw new AppError('not_found');
    if (!mayRestore(viewer, gone)) access.deny(viewer.userId, 'task.restore', projectId);
    if (Date.now() - gone.deletedAt.getTime() > RESTORE_MS) throw new AppError('restore_expired');
    const kept = await references.keptIn(projectId, gone.task);
    const rank = rankAt(board, viewer, { ...place, state: gone.task.state });
    const given = { ...gone.task, ...kept, rank };
    assertNotFull(board);
    assertRoom(board, null, given);
    const { op, answer } = appearing('task.restored', given, context);
    return answered(op, presentTask(board, viewer, answer));
  }
}

/** A deleted task, and whether the caller may restore it. */
export function presentTrashed(
  viewer: Viewer,
  row: { task: StoredTask; deletedAt: Date; deletedBy: string | null },
): TrashedTask {
  const { task, deletedAt, deletedBy } = row;
  return { ...task, deletedAt: deletedAt.toISOString(), deletedBy, canRestore: mayRestore(viewer, row) };
}
