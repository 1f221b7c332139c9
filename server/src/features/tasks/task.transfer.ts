import { randomUUID } from 'node:crypto';
import type { StoredTask, Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { AppError } from '../../http/errors';
import { fingerprintOf } from '../../oplog/fingerprint';
import { differences, oldValues, type TaskUpdate } from './task.changes';
import { taskEffect } from './task.effect';
import { rankAtEnd } from './task.placement';
import { canSee } from './task.sight';
import type { Mutation, TaskDependencies, TaskWorkbench } from './task.workbench';

/** Moves of tasks between projects: two ops in two logs, finished by recovery (SPEC.md#conflicts). */
export class TaskTransfer {
  constructor(
    private readonly deps: TaskDependencies,
    private readonly bench: TaskWorkbench,
  ) {}

  /** Ends the copies that tasks left behind when a process died in the middle of their move (SPEC.md#conflicts). */
  async finishMoves(): Promise<void> {
    await this.deps.oplog.rowsCaughtUp();
    for (const { taskId, from, to } of await this.deps.store.unfinishedMoves()) {
      const left = (await this.deps.replicas.current(from)).get(taskId);
      if (left) await this.leaveProject(left, to, left.createdBy);
      else await this.deps.store.finishMove(to, taskId);
    }
  }

  /** Destination first, then the source's `task.deleted {movedTo}` (SPEC.md#conflicts). */
  async moveToProject(
    { userId, mutationId }: Mutation,
    located: StoredTask,
    input: TaskUpdate,
    destinationId: string,
  ): Promise<TaskWriteAnswer> {
    const taskId = located.id;
    const sourceId = located.projectId;
    const access = async () => {
      const { role: sourceRole } = await this.deps.access.requireProject(userId, sourceId, 'task.edit');
      const { role } = await this.deps.access.requireProject(userId, destinationId, 'task.create');
      return { sourceRole, role };
    };
    let copied: StoredTask | undefined;
    const committed = await this.deps.oplog.commit<Task>({
      projectId: destinationId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf('task.edit', { taskId, ...input }),
      authorise: access,
      prepare: async (context) => {
        const { sourceRole, role } = await access();
        const source = (await this.deps.replicas.current(sourceId)).get(taskId);
        if (!source) throw new AppError('task_deleted');
        // The row that located it may be older than the op that hid it.
        if (!canSee({ userId, role: sourceRole }, source)) throw new AppError('not_found');
        const board = await this.bench.board(context);
        const fields = await this.bench.mergedFields(source, input);
        const assignees = input.assignees
          ? (fields.assignees ?? source.assignees)
          : await this.bench.assignableAmong(destinationId, source.assignees);
        if (input.assignees) await this.bench.assertAssignable(destinationId, assignees, []);
        const state = fields.state ?? source.state;
        copied = source;
        const task = {
          ...source,
          ...fields,
          assignees,
          state,
          projectId: destinationId,
          rank: rankAtEnd(board, state),
          rev: context.v,
          updatedAt: context.at,
        } as StoredTask;
        const prepared = this.bench.created(task, { userId, role }, board);
        return { ...prepared, effect: { ...taskEffect(null, task), movedFrom: sourceId } };
      },
    });
    if (copied) await this.leaveProject(copied, destinationId, userId);
    await this.bench.rebalanceIfLong(committed, userId);
    return this.bench.answer(committed);
  }

  /** Deletes a moved task from its old project, and takes along what was changed there in the meantime. */
  private async leaveProject(copied: StoredTask, destinationId: string, actorId: string): Promise<void> {
    const { id: taskId, projectId: sourceId } = copied;
    let last: StoredTask | undefined;
    await this.deps.oplog.commit({
      projectId: sourceId,
      actorId,
      mutationId: randomUUID(),
      fingerprint: fingerprintOf('task.leave', { taskId, destinationId }),
      prepare: async (context) => {
        last = (await this.bench.board(context)).get(taskId);
        if (!last) return null;
        return {
          type: 'task.deleted',
          taskId,
          patch: { movedTo: destinationId },
          before: last,
          effect: taskEffect(last, null),
        };
      },
    });
    if (last && last.rev !== copied.rev) await this.carryOver(copied, last, destinationId, actorId);
    await this.deps.store.finishMove(destinationId, taskId);
  }

  private async carryOver(
    copied: StoredTask,
    last: StoredTask,
    projectId: string,
    actorId: string,
  ): Promise<void> {
    const { title, description, priority, timeEstimate, timeSpent, dueDate, visibility } = last;
    const late = differences(copied, {
      title,
      description,
      priority,
      timeEstimate,
      timeSpent,
      dueDate,
      visibility,
    });
    if (Object.keys(late).length === 0) return;
    await this.deps.oplog.commit({
      projectId,
      actorId,
      mutationId: randomUUID(),
      fingerprint: fingerprintOf('task.carryOver', late),
      prepare: async (context) => {
        const task = (await this.bench.board(context)).get(copied.id);
        const patch = task && differences(task, late);
        if (!task || !patch || Object.keys(patch).length === 0) return null;
        const after = { ...task, ...patch, rev: context.v, updatedAt: context.at } as StoredTask;
        return {
          type: 'task.patched',
          taskId: task.id,
          patch,
          before: oldValues(task, patch),
          effect: taskEffect(task, after),
        };
      },
    });
  }
}
