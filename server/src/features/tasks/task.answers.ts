import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import type { StoredTask, Task } from '@livelane/shared/tasks/task.schema';
import { AppError } from '../../http/errors';
import type { Recall } from '../../oplog/commit.types';
import type { StoredOp } from '../../oplog/op.types';
import type { ReplicaCache } from '../boards/replica.cache';
import type { AccessService } from '../members/access.service';
import { presentTask } from './task.ops';
import type { TaskStore } from './task.store';
import { canSee } from './task.visibility';

interface Dependencies {
  access: AccessService;
  replicas: ReplicaCache;
  store: TaskStore;
  /** Past boards, for someone. */
  pastBoards: {
    at(projectId: string, v: number, userId: string): Promise<{ tasks: ReadonlyMap<string, StoredTask> }>;
  };
}

/** Makes the first answer to a change of a task again, for a repetition (R7). */
export class TaskAnswers {
  constructor(private readonly deps: Dependencies) {}

  readonly recall: Recall<Task> = async (op, kept) => {
    // Ops of former versions contain the whole answer.
    if (kept?.id !== undefined) return kept as Task;
    if (!('taskId' in op)) throw new Error(`an op of type ${op.type} has no task to answer with`);
    const then = kept?.columnPosition === undefined ? undefined : await this.taskAfter(op, op.taskId);
    return then ? { ...then, columnPosition: kept?.columnPosition ?? 0 } : this.asItIs(op, op.taskId);
  };

  private async taskAfter(op: StoredOp, taskId: string): Promise<StoredTask | undefined> {
    switch (op.type) {
      case 'task.created':
      case 'task.restored':
        return op.patch;
      case 'task.deleted':
        return withFieldDefaults(op.effect?.moved?.task ?? (op.before as StoredTask));
      default:
        return (await this.deps.pastBoards.at(op.projectId, op.v, op.actorId)).tasks.get(taskId);
    }
  }

  /** For a dropped answer: the task's present or last state, for people who still see it. */
  private async asItIs({ actorId: userId }: StoredOp, taskId: string): Promise<Task> {
    const { access, replicas, store } = this.deps;
    const row = await store.find(taskId);
    const role = row && (await access.roleIn(userId, row.task.projectId));
    if (!row || !role) throw new AppError('not_found');
    const [viewer, board] = [{ userId, role }, await replicas.current(row.task.projectId)];
    const task = board.get(taskId) ?? row.task;
    if (!canSee(viewer, task)) throw new AppError('not_found');
    return board.get(taskId) ? presentTask(board, viewer, task) : { ...task, columnPosition: 0 };
  }
}
