import { randomUUID } from 'node:crypto';
import { canInProject } from '@livelane/shared/permissions/permissions';
import { evenRanks, RANK_MAX_LENGTH } from '@livelane/shared/rank/rank';
import type { StoredTask, Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { CommitContext, Committed } from '../../oplog/commit.types';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { PreparedOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { BoardView } from '../boards/board.draft';
import type { ReplicaCache } from '../boards/replica.cache';
import type { AccessService } from '../members/access.service';
import { mergeAssignees, requestedFields, type TaskUpdate } from './task.changes';
import { hiddenEffect, taskEffect } from './task.effect';
import { describedBy, taskAt } from './task.history';
import { positionAfter } from './task.placement';
import { TaskPlaces } from './task.places';
import { presentTask } from './task.presenter';
import { canSee, type Viewer } from './task.sight';
import type { TaskRow, TaskStore } from './task.store';

export interface TaskDependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  store: TaskStore;
  audit: Audit;
}

/** The caller of a write and the key that makes its repetition harmless (R7). */
export interface Mutation {
  userId: string;
  mutationId: string;
}

export type TaskCommit = Committed<Task>;
export type PreparedTask = PreparedOp & { result: Task };

type TaskAction = 'task.read' | 'task.edit' | 'task.move' | 'task.delete' | 'task.restore';

/** What a change of one task is computed from. */
export interface CurrentTask {
  task: StoredTask;
  board: BoardView;
  viewer: Viewer;
  context: CommitContext;
}

/** A task as it was seen last. */
export interface LocatedTask {
  task: StoredTask;
  /** True when it was not looked up: it may have moved to another project since. */
  isGuess: boolean;
}

/** The task is not in the project where it was seen last: it must be looked up. */
class NotWhereItWas extends Error {}

/** The steps that every write of a task shares: find it, check rights, compute, answer. */
export class TaskWorkbench {
  private readonly places = new TaskPlaces();

  constructor(private readonly deps: TaskDependencies) {}

  /** A commit about one task that must live and be visible to its actor. */
  async commitOnTask(
    action: 'task.edit' | 'task.move' | 'task.delete',
    { userId, mutationId }: Mutation,
    { task: { id: taskId, projectId }, isGuess }: LocatedTask,
    input: unknown,
    prepare: (current: CurrentTask) => Promise<PreparedTask | null>,
    { shared = true } = {},
  ): Promise<TaskCommit> {
    let viewer: Viewer = { userId, role: 'viewer' };
    return this.deps.oplog.commit<Task>({
      projectId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf(action, { taskId, ...(input as object) }),
      shared,
      authorise: async () => {
        const { role } = await this.deps.access.requireProject(userId, projectId, action);
        viewer = { userId, role };
      },
      prepare: async (context) => {
        const board = await this.board(context);
        const task = board.get(taskId);
        if (!task) throw isGuess ? new NotWhereItWas() : new AppError('task_deleted');
        if (!canSee(viewer, task)) throw new AppError('not_found');
        return prepare({ task, board, viewer, context });
      },
    });
  }

  /**
   * Locates a task that is about to be written and writes it. Its commit checks the rights; only where
   * the task is PRIVATE must they be known before, so that nothing tells of it.
   */
  async write<T>(
    userId: string,
    taskId: string,
    action: TaskAction,
    work: (located: LocatedTask) => Promise<T>,
    { mayGuess = true } = {},
  ): Promise<T> {
    const seen = mayGuess ? await this.lastSeen(taskId) : undefined;
    if (seen?.visibility === 'PUBLIC') {
      try {
        return await work({ task: seen, isGuess: true });
      } catch (error) {
        if (!(error instanceof NotWhereItWas)) throw error;
      }
    }
    this.places.forget(taskId);
    await this.deps.oplog.rowsCaughtUp();
    const row = await this.deps.store.find(taskId);
    const { task } =
      row?.task.visibility === 'PUBLIC' ? row : (await this.locate(userId, taskId, action)).row;
    if (!row?.deletedAt) this.places.note(taskId, task.projectId);
    return work({ task, isGuess: false });
  }

  /** A task on the board in memory where it was seen last or, on none of them, where its row says. */
  private async lastSeen(taskId: string): Promise<StoredTask | undefined> {
    const { replicas } = this.deps;
    const place =
      this.places.of(taskId) ?? replicas.holderOf(taskId) ?? (await this.deps.store.homeOf(taskId));
    if (place === undefined) return undefined;
    this.places.note(taskId, place);
    return replicas.seen(place)?.get(taskId);
  }

  /** True for a task id that is in use, in whatever project. */
  async isTaken(taskId: string): Promise<boolean> {
    return this.places.of(taskId) !== undefined || this.deps.store.exists(taskId);
  }

  /** The row of a task whose project the caller may act in and that he may see. */
  async locate(
    userId: string,
    taskId: string,
    action: TaskAction,
  ): Promise<{ row: TaskRow; viewer: Viewer }> {
    await this.deps.oplog.rowsCaughtUp();
    const row = await this.deps.store.find(taskId);
    if (!row) throw new AppError('not_found');
    const { projectId } = row.task;
    const { role } = await this.deps.access.projectAccess(userId, projectId);
    const viewer = { userId, role };
    if (!canSee(viewer, row.task)) throw new AppError('not_found');
    if (!canInProject(role, action)) this.deps.access.deny(userId, action, projectId);
    return { row, viewer };
  }

  /** Tells the audit log of a deletion or restoration, once for all repetitions of the request. */
  report(event: 'task.deleted' | 'task.restored', { op, replayed }: TaskCommit): void {
    if (op?.type !== event || replayed) return;
    this.deps.audit({ event, actorId: op.actorId, projectId: op.projectId, id: op.taskId });
  }

  /** What a PUT asks for, merged with what others did since the user's `baseRev` (SPEC.md#conflicts). */
  async mergedFields(task: StoredTask, input: TaskUpdate) {
    const fields = requestedFields(input);
    if (input.baseRev === undefined || input.baseRev >= task.rev) return fields;
    if (fields.description === undefined && fields.assignees === undefined) return fields;
    const base = await taskAt(this.deps.oplog, task, input.baseRev);
    if (
      fields.description !== undefined &&
      base.description !== task.description &&
      fields.description !== task.description
    ) {
      const actorId = await describedBy(this.deps.oplog, task, input.baseRev);
      throw new AppError('edit_conflict', undefined, {
        conflict: {
          field: 'description',
          base: base.description,
          theirs: task.description,
          mine: fields.description,
          rev: task.rev,
          ...(actorId && { actorId }),
        },
      });
    }
    if (fields.assignees === undefined) return fields;
    return { ...fields, assignees: mergeAssignees(base.assignees, fields.assignees, task.assignees) };
  }

  /** Remembers where a new task is. */
  note({ id, projectId }: Pick<StoredTask, 'id' | 'projectId'>): void {
    this.places.note(id, projectId);
  }

  created(task: StoredTask, viewer: Viewer, board: BoardView): PreparedTask & { type: 'task.created' } {
    return {
      type: 'task.created',
      taskId: task.id,
      patch: task,
      before: null,
      effect: taskEffect(null, task),
      result: presentTask(task, positionAfter(board, viewer, task)),
    };
  }

  /** A new key that has grown too long numbers its column anew, as an op of its own (R5). */
  async rebalanceIfLong({ result }: TaskCommit, actorId: string): Promise<void> {
    if (!result || result.rank.length <= RANK_MAX_LENGTH) return;
    const { projectId, state } = result;
    await this.deps.oplog.commit({
      projectId,
      actorId,
      mutationId: randomUUID(),
      fingerprint: fingerprintOf('column.rebalance', { state }),
      prepare: async (context) => {
        const cards = (await this.board(context)).column(state);
        const column = Array.from({ length: cards.length }, (_, index) => cards.at(index) as StoredTask);
        if (column.every((task) => task.rank.length <= RANK_MAX_LENGTH)) return null;
        const keys = evenRanks(column.length);
        const ranks = Object.fromEntries(column.map((task, index) => [task.id, keys[index] ?? task.rank]));
        const before = { ranks: Object.fromEntries(column.map((task) => [task.id, task.rank])) };
        return { type: 'column.rebalanced', patch: { state, ranks }, before, effect: hiddenEffect(column) };
      },
    });
  }

  /** @throws AppError `not_found` also for a PRIVATE task of others, `task_deleted` */
  async read(userId: string, taskId: string): Promise<Task> {
    const { row, viewer } = await this.locate(userId, taskId, 'task.read');
    if (row.deletedAt) throw new AppError('task_deleted');
    return this.show(viewer, row.task);
  }

  private async show(viewer: Viewer, task: StoredTask): Promise<Task> {
    const board = await this.deps.replicas.current(task.projectId);
    const current = board.get(task.id) ?? task;
    // The row that located it may be older than the op that hid it.
    if (!canSee(viewer, current)) throw new AppError('not_found');
    return presentTask(current, positionAfter(board, viewer, current));
  }

  answer(committed: TaskCommit): TaskWriteAnswer {
    const { op, v, replayed, result } = committed;
    if (!op || !result) throw new Error('a commit without an op has no stored answer');
    return { ...result, v, mutationId: op.mutationId, replayed };
  }

  /** A write that changes nothing makes no op and answers with the current state (SPEC.md#rest). */
  async answerOr(committed: TaskCommit, userId: string, taskId: string): Promise<TaskWriteAnswer> {
    if (committed.op) return this.answer(committed);
    return {
      ...(await this.read(userId, taskId)),
      v: committed.v,
      mutationId: committed.mutationId,
      replayed: false,
    };
  }

  board(context: CommitContext): Promise<BoardView> {
    return this.deps.replicas.forCommit(context);
  }

  /** @throws AppError `assignee_not_member` for a new assignee who may not be assigned in the project */
  async assertAssignable(
    projectId: string,
    assignees: readonly string[],
    known: readonly string[],
  ): Promise<void> {
    const added = assignees.filter((id) => !known.includes(id));
    if (added.length === 0) return;
    const allowed = await this.assignableAmong(projectId, added);
    if (allowed.length < added.length) throw new AppError('assignee_not_member');
  }

  async assignableAmong(projectId: string, userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const members = await this.deps.access.projectMembers(projectId);
    const assignable = new Set(
      members.filter((member) => canInProject(member.roleId, 'task.beAssigned')).map((member) => member.id),
    );
    return userIds.filter((id) => assignable.has(id));
  }
}
