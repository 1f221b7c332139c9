import { randomUUID } from 'node:crypto';
import type {
  createTaskSchema,
  MoveTaskAnswer,
  moveTaskSchema,
  StoredTask,
  Task,
  TaskWriteAnswer,
} from '@livelane/shared/tasks/task.schema';
import {
  DEFAULT_PRIORITY,
  DEFAULT_STATE,
  DEFAULT_VISIBILITY,
  type TaskState,
  toTimeEstimate,
} from '@livelane/shared/tasks/task.values';
import type * as z from 'zod/mini';
import { AppError } from '../../http/errors';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { BoardView } from '../boards/board.draft';
import { differences, oldValues, type TaskUpdate } from './task.changes';
import { taskEffect } from './task.effect';
import { assertNotMovedByOthers } from './task.history';
import { type Placement, placeDrop, positionAfter, rankAtEnd } from './task.placement';
import { presentTask } from './task.presenter';
import { canSee, type Viewer } from './task.sight';
import { TaskTransfer } from './task.transfer';
import { type LocatedTask, type Mutation, type TaskDependencies, TaskWorkbench } from './task.workbench';

/** How long a deleted task can be restored, in milliseconds (SPEC.md#rest). */
const RESTORE_MS = 30 * 24 * 60 * 60 * 1000;

type CreateTask = z.output<typeof createTaskSchema>;
type MoveTask = z.output<typeof moveTaskSchema>;

/** Tasks: every change is one op of its project (SPEC.md#rest, SPEC.md#log, SPEC.md#conflicts). */
export class TaskService {
  private readonly bench: TaskWorkbench;
  private readonly transfer: TaskTransfer;

  constructor(private readonly deps: TaskDependencies) {
    this.bench = new TaskWorkbench(deps);
    this.transfer = new TaskTransfer(deps, this.bench);
  }

  /** Ends what a process that died left of moves between projects. */
  finishMoves(): Promise<void> {
    return this.transfer.finishMoves();
  }

  /** @throws AppError `not_found` also for a PRIVATE task of others, `task_deleted` */
  get(userId: string, taskId: string): Promise<Task> {
    return this.bench.read(userId, taskId);
  }

  async create({ userId, mutationId }: Mutation, input: CreateTask): Promise<TaskWriteAnswer> {
    const { projectId } = input;
    const taskId = input.id ?? randomUUID();
    let viewer: Viewer = { userId, role: 'viewer' };
    let isTaken = false;
    const committed = await this.deps.oplog.commit<Task>({
      projectId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf('task.create', input),
      shared: true,
      authorise: async () => {
        // The id is looked up here, beside the rights, and not when the op's turn has come: the others would wait.
        const [{ role }, taken] = await Promise.all([
          this.deps.access.requireProject(userId, projectId, 'task.create'),
          input.id ? this.bench.isTaken(taskId) : false,
        ]);
        viewer = { userId, role };
        isTaken = taken;
      },
      prepare: async (context) => {
        const board = await this.bench.board(context);
        if (isTaken || board.get(taskId)) throw new AppError('id_taken');
        const assignees = input.assignees ?? [userId];
        await this.bench.assertAssignable(projectId, assignees, [userId]);
        const state = input.state ?? DEFAULT_STATE;
        const task: StoredTask = {
          id: taskId,
          title: input.title,
          description: input.description ?? '',
          projectId,
          state,
          priority: input.priority === undefined ? DEFAULT_PRIORITY : input.priority,
          timeEstimate: toTimeEstimate(input.timeEstimateId),
          timeSpent: input.timeSpent ?? 0,
          dueDate: input.dueDate ?? null,
          assignees,
          numOfComments: 0,
          visibility: input.visibility ?? DEFAULT_VISIBILITY,
          rank: rankAtEnd(board, state),
          rev: context.v,
          createdBy: userId,
          createdAt: context.at,
          updatedAt: context.at,
        };
        return this.bench.created(task, viewer, board);
      },
    });
    this.bench.note({ id: taskId, projectId });
    await this.bench.rebalanceIfLong(committed, userId);
    return this.bench.answer(committed);
  }

  update(mutation: Mutation, taskId: string, input: TaskUpdate): Promise<TaskWriteAnswer> {
    const work = (located: LocatedTask) => this.updateLocated(mutation, located, input);
    const mayGuess = input.projectId === undefined;
    return this.bench.write(mutation.userId, taskId, 'task.edit', work, { mayGuess });
  }

  private async updateLocated(
    mutation: Mutation,
    located: LocatedTask,
    input: TaskUpdate,
  ): Promise<TaskWriteAnswer> {
    const { id: taskId, projectId } = located.task;
    if (input.projectId !== undefined && input.projectId !== projectId) {
      return this.transfer.moveToProject(mutation, located.task, input, input.projectId);
    }
    const committed = await this.bench.commitOnTask(
      'task.edit',
      mutation,
      located,
      input,
      async (current) => {
        const { task, board, viewer, context } = current;
        const patch = differences(task, await this.bench.mergedFields(task, input));
        if (patch.assignees) await this.bench.assertAssignable(projectId, patch.assignees, task.assignees);
        if (patch.state) patch.rank = rankAtEnd(board, patch.state);
        if (Object.keys(patch).length === 0) return null;
        const after = { ...task, ...patch, rev: context.v, updatedAt: context.at } as StoredTask;
        return {
          type: 'task.patched',
          taskId,
          patch,
          before: oldValues(task, patch),
          effect: taskEffect(task, after),
          result: presentTask(after, positionAfter(board, viewer, after)),
        };
      },
      // What is merged with the log must find all of the log there.
      { shared: input.baseRev === undefined },
    );
    await this.bench.rebalanceIfLong(committed, mutation.userId);
    return this.bench.answerOr(committed, mutation.userId, taskId);
  }

  move(mutation: Mutation, input: MoveTask): Promise<MoveTaskAnswer> {
    return this.bench.write(mutation.userId, input.taskId, 'task.move', (located) =>
      this.moveLocated(mutation, located, input),
    );
  }

  private async moveLocated(
    mutation: Mutation,
    located: LocatedTask,
    input: MoveTask,
  ): Promise<MoveTaskAnswer> {
    // A repetition after a long wait adds the expected state, and is the same request (R7).
    const { expectedState, ...asked } = input;
    const { taskId, state } = asked;
    const { userId } = mutation;
    const committed = await this.bench.commitOnTask(
      'task.move',
      mutation,
      located,
      asked,
      async (current) => {
        const { task, board, viewer, context } = current;
        if (expectedState !== undefined)
          await assertNotMovedByOthers(this.deps.oplog, task, expectedState, userId);
        const place = placeDrop(board, viewer, task, input);
        if (isSamePlace(board, task, state, place)) return null;
        const patch = { state, rank: place.rank };
        const after: StoredTask = { ...task, ...patch, rev: context.v, updatedAt: context.at };
        return {
          type: 'task.moved',
          taskId,
          patch,
          before: { state: task.state, rank: task.rank },
          effect: taskEffect(task, after),
          result: presentTask(after, positionAfter(board, viewer, after)),
        };
      },
      // Who moved it is read from the log: all of it must be there.
      { shared: expectedState === undefined },
    );
    await this.bench.rebalanceIfLong(committed, userId);
    const { v, mutationId: id, replayed, ...task } = await this.bench.answerOr(committed, userId, taskId);
    return { task, v, mutationId: id, replayed };
  }

  /** @throws AppError `task_deleted` the second time */
  remove(mutation: Mutation, taskId: string): Promise<TaskWriteAnswer> {
    return this.bench.write(mutation.userId, taskId, 'task.delete', (located) =>
      this.removeLocated(mutation, located),
    );
  }

  private async removeLocated(mutation: Mutation, located: LocatedTask): Promise<TaskWriteAnswer> {
    const taskId = located.task.id;
    const committed = await this.bench.commitOnTask('task.delete', mutation, located, {}, async (current) => {
      const { task, board, viewer } = current;
      return {
        type: 'task.deleted',
        taskId,
        patch: {},
        before: task,
        effect: taskEffect(task, null),
        result: presentTask(task, positionAfter(board, viewer, task)),
      };
    });
    this.bench.report('task.deleted', committed);
    return this.bench.answer(committed);
  }

  /** @throws AppError `restore_expired` after 30 days; a task that was not deleted is answered as it is */
  async restore({ userId, mutationId }: Mutation, taskId: string): Promise<TaskWriteAnswer> {
    const { row } = await this.bench.locate(userId, taskId, 'task.restore');
    const { projectId } = row.task;
    const access = () => this.deps.access.requireProject(userId, projectId, 'task.restore');
    const committed = await this.deps.oplog.commit<Task>({
      projectId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf('task.restore', { taskId }),
      authorise: access,
      prepare: async (context) => {
        const { role } = await access();
        const board = await this.bench.board(context);
        if (board.get(taskId)) return null;
        const deleted = await this.deps.store.find(taskId);
        if (!deleted?.deletedAt || deleted.movedTo) throw new AppError('not_found');
        if (!canSee({ userId, role }, deleted.task)) throw new AppError('not_found');
        if (Date.now() - deleted.deletedAt.getTime() > RESTORE_MS) throw new AppError('restore_expired');
        const task: StoredTask = {
          ...deleted.task,
          assignees: await this.bench.assignableAmong(projectId, deleted.task.assignees),
          rank: rankAtEnd(board, deleted.task.state),
          rev: context.v,
          updatedAt: context.at,
        };
        return { ...this.bench.created(task, { userId, role }, board), type: 'task.restored' };
      },
    });
    this.bench.report('task.restored', committed);
    await this.bench.rebalanceIfLong(committed, userId);
    return this.bench.answerOr(committed, userId, taskId);
  }
}

function isSamePlace(board: BoardView, task: StoredTask, state: TaskState, place: Placement): boolean {
  return task.state === state && board.indexOf(task) === place.index;
}
