import { randomUUID } from 'node:crypto';
import { canInProject } from '@livelane/shared/permissions/permissions';
import { evenRanks, RANK_MAX_LENGTH } from '@livelane/shared/rank/rank';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import type { MutationResult, StoredTask, Task, TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { AppError, isNotFound } from '../../http/errors';
import type { CommitContext, Committed } from '../../oplog/commit.types';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { Oplog } from '../../oplog/oplog';
import type { BoardView } from '../boards/board.draft';
import type { ReplicaCache } from '../boards/replica.cache';
import type { AccessService } from '../members/access.service';
import type { EarlyRights } from '../members/early-rights';
import type { TaskAnswers } from './task.answers';
import { answered, hiddenEffect, presentTask, type TaskChange } from './task.ops';
import type { TaskStore } from './task.store';
import type { TaskTransfer } from './task.transfer';
import { canSee, HiddenTask, type Viewer } from './task.visibility';
import type { TaskRow } from './task-row.reader';
import { assertRoom } from './wip-limit';

/** How often a task that keeps moving is looked for before the answer is `busy`. */
const MAX_TRIES = 8;

export interface TaskCommitDependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  store: TaskStore;
  transfer: TaskTransfer;
  answers: TaskAnswers;
}

/** The caller of a write and the key that makes its repetition harmless (R7). */
export interface Mutation {
  userId: string;
  mutationId: string;
  /** The caller's rights in the task's last known project, if they are being read already. */
  early?: EarlyRights | null;
}

export type TaskCommit = Committed<Task>;

/** The labels that the task has been given, or given again: any of them may have been removed meanwhile. */
export function labelsGivenBy({ op, result }: TaskCommit): readonly string[] {
  if (!result || !op || op.type === 'task.moved' || op.type === 'task.deleted') return [];
  return (op.type === 'task.patched' ? op.patch.labels : result.labels) ?? [];
}

type TaskAction = 'task.read' | 'task.edit' | 'task.move' | 'task.delete' | 'task.restoreOwn';

/** The data from which a change of one task is computed. */
export interface CurrentTask {
  task: StoredTask;
  board: BoardView;
  viewer: Viewer;
  context: CommitContext;
}

type Compute = (current: CurrentTask) => TaskChange | null | Promise<TaskChange | null>;

interface ChangeOptions {
  /** Refuses before the op is computed. */
  check?: (task: StoredTask) => Promise<void>;
  /** False if the change depends on more than the board: then it is committed by itself. */
  shared?: boolean;
  /** A project where the caller must be allowed to create tasks as well. */
  destination?: string | undefined;
}

/** Where to change a task: from its row, or where it was seen last, from which it may have moved. */
type Location = { projectId: string; row: TaskRow | null };

/** The one way to change a task: find it, check rights, compute the op from its board, commit, answer. */
export class TaskCommits {
  constructor(private readonly deps: TaskCommitDependencies) {}

  /**
   * Commits the op that `compute` returns for a task, wherever it has moved; null: nothing changes, and the answer is
   * the present task.
   * @throws AppError `not_found`, `forbidden`, `task_deleted`, and errors of `compute`
   */
  async change(
    action: 'task.edit' | 'task.move' | 'task.delete',
    mutation: Mutation,
    taskId: string,
    asked: object,
    compute: Compute,
    options: ChangeOptions = {},
  ): Promise<TaskCommit> {
    let location = this.lastSeen(mutation.userId, taskId);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      location ??= await this.locationOf(mutation.userId, taskId);
      const committed = await this.changeAt(
        location,
        action,
        mutation,
        taskId,
        asked,
        compute,
        options,
      ).catch((error: unknown) => {
        // A hint decides no refusal: that project may be gone with its log, which a board in memory outlives.
        if (location?.row === null && isNotFound(error) && !(error instanceof HiddenTask)) return undefined;
        throw error;
      });
      if (committed) {
        if (committed.result) this.deps.replicas.saw(committed.result);
        return committed;
      }
      this.deps.replicas.missed(taskId);
      location = undefined;
    }
    throw new AppError('busy');
  }

  /** Undefined when the task is not at that location: nothing has been decided then. */
  private async changeAt(
    location: Location,
    action: TaskAction,
    { userId, mutationId, early }: Mutation,
    taskId: string,
    asked: object,
    compute: Compute,
    { check, shared = true, destination }: ChangeOptions,
  ): Promise<TaskCommit | undefined> {
    const { access, oplog, replicas } = this.deps;
    const { projectId } = location;
    const target = destination === projectId ? undefined : destination;
    let viewer: Viewer | null = null;
    let isElsewhere = false;
    let isMissing = false;
    const committed = await oplog.commit<Task>({
      projectId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf(action, { taskId, ...asked }),
      recall: this.deps.answers.recall,
      shared,
      authorise: async () => {
        const role = await access.roleIn(userId, projectId, early);
        viewer = role && { userId, role };
        isElsewhere = false;
        const mayChange = canInProject(role, action);
        if (mayChange && (!target || canInProject(await access.roleIn(userId, target), 'task.create')))
          return;
        // To a stranger the hint is none, so that no board is made for them.
        if (!role && !location.row) throw new AppError('not_found');
        // A refusal must be about the task's present project, not about an earlier one.
        isElsewhere = !(await this.isAt(location, taskId));
        if (isElsewhere) return;
        await this.assertSeen(location, taskId, viewer);
        if (mayChange && target) await access.requireProject(userId, target, 'task.create');
        else access.deny(userId, action, projectId);
      },
      prepare: async (context) => {
        if (isElsewhere || !viewer) return null;
        const board = await replicas.forCommit(context);
        await assertNotDoneElsewhere(this.deps, board, context, taskId, { userId, mutationId });
        const task = board.get(taskId);
        isMissing = !task && !location.row?.deletedAt;
        if (isMissing) return null;
        if (!task) throw new AppError(seesDeleted(viewer, location) ? 'task_deleted' : 'not_found');
        if (!canSee(viewer, task)) throw new HiddenTask();
        if (check) await check(task);
        const change = await compute({ task, board, viewer, context });
        if (change && change.op.type !== 'task.deleted') assertRoom(board, task, change.answer);
        const answer = change?.answer ?? task;
        const result = presentTask(board, viewer, answer);
        return change ? answered(change.op, result) : { unchanged: result };
      },
    });
    return isElsewhere || isMissing ? undefined : committed;
  }

  /** Begins to read the rights that a change of this task needs, where its location can be guessed. */
  early(userId: string, taskId: string): EarlyRights | null {
    const location = this.lastSeen(userId, taskId);
    return location ? this.deps.access.early(userId, location.projectId) : null;
  }

  private async isAt({ projectId, row }: Location, taskId: string): Promise<boolean> {
    return row?.deletedAt ? true : (await this.deps.replicas.taskNow(projectId, taskId)) !== undefined;
  }

  /** Called before a refusal, which must not reveal a hidden task. @throws AppError `not_found` */
  private async assertSeen(
    { projectId, row }: Location,
    taskId: string,
    viewer: Viewer | null,
  ): Promise<void> {
    const task = row?.deletedAt ? row.task : (await this.deps.replicas.current(projectId)).get(taskId);
    if (!viewer || !task) throw new AppError('not_found');
    if (!canSee(viewer, task)) throw new HiddenTask();
  }

  /** The project where the task was seen last, if the caller is likely to be in it: a hint, which saves a read. */
  private lastSeen(userId: string, taskId: string): Location | undefined {
    const { access, replicas } = this.deps;
    const projectId = replicas.lastSeenIn(taskId);
    if (projectId === undefined || !access.isLikelyMember(userId, projectId)) return undefined;
    return { projectId, row: null };
  }

  /** The task's location by its row. @throws AppError `not_found` to strangers */
  private async locationOf(userId: string, taskId: string): Promise<Location & { row: TaskRow }> {
    const row = await this.deps.transfer.rowFor(userId, taskId);
    return { projectId: row.task.projectId, row };
  }

  /** True for a task id that is in use in any project. */
  async isTaken(taskId: string): Promise<boolean> {
    return this.deps.replicas.lastSeenIn(taskId) !== undefined || this.deps.store.exists(taskId);
  }

  /** The row of a task whose project the caller may act in and that they may see. */
  async locate(
    userId: string,
    taskId: string,
    action: TaskAction,
  ): Promise<{ row: TaskRow; viewer: Viewer }> {
    const { row, projectId } = await this.locationOf(userId, taskId);
    const { role } = await this.deps.access.projectAccess(userId, projectId);
    const viewer = { userId, role };
    if (!canSee(viewer, row.task)) throw new AppError('not_found');
    if (!canInProject(role, action)) this.deps.access.deny(userId, action, projectId);
    return { row, viewer };
  }

  /** @throws AppError `not_found` also for a PRIVATE task of others, `task_deleted` */
  async read(userId: string, taskId: string): Promise<Task> {
    const { row, viewer } = await this.locate(userId, taskId, 'task.read');
    if (row.deletedAt) throw new AppError('task_deleted');
    const board = await this.deps.replicas.current(row.task.projectId);
    const task = board.get(taskId) ?? row.task;
    // The row that located it may be older than the op that hid it.
    if (!canSee(viewer, task)) throw new AppError('not_found');
    return presentTask(board, viewer, task);
  }

  /** If a new key is too long, the column is renumbered, as an op of its own (R5). */
  async rebalanceIfLong({ result }: TaskCommit, actorId: string): Promise<void> {
    if (!result || result.rank.length <= RANK_MAX_LENGTH) return;
    const { projectId, state } = result;
    await this.deps.oplog.commit({
      projectId,
      actorId,
      mutationId: randomUUID(),
      fingerprint: fingerprintOf('column.rebalance', { state }),
      prepare: async (context) => {
        const cards = (await this.deps.replicas.forCommit(context)).column(state);
        const column = Array.from({ length: cards.length }, (_, index) => cards.at(index) as StoredTask);
        if (column.every((task) => task.rank.length <= RANK_MAX_LENGTH)) return null;
        const keys = evenRanks(column.length);
        const ranks = Object.fromEntries(column.map((task, index) => [task.id, keys[index] ?? task.rank]));
        const before = { ranks: Object.fromEntries(column.map((task) => [task.id, task.rank])) };
        return { type: 'column.rebalanced', patch: { state, ranks }, before, effect: hiddenEffect(column) };
      },
    });
  }
}

/**
 * A key is unique in its project (R35). If a task came from another one, the same request may have been committed
 * there, and its answer lost: then it gets that answer (R7).
 * @throws CommittedBefore
 */
export async function assertNotDoneElsewhere(
  { oplog, store }: Pick<TaskCommitDependencies, 'oplog' | 'store'>,
  board: BoardView,
  { projectId }: Pick<CommitContext, 'projectId'>,
  taskId: string,
  { userId, mutationId }: Pick<Mutation, 'userId' | 'mutationId'>,
): Promise<void> {
  if (!board.hasArrived(taskId)) return;
  const others = (await store.projectsOf(taskId)).filter((id) => id !== projectId);
  await oplog.assertNotIn(others, userId, mutationId);
}

/** Someone who did not see a task while it existed must not learn that it did. */
function seesDeleted(viewer: Viewer, { row }: Location): boolean {
  return row !== null && canSee(viewer, row.task);
}

/** The answer to a write of one task. */
export function writeAnswer(committed: TaskCommit & Pick<MutationResult, 'left'>): TaskWriteAnswer {
  const { result, v, mutationId, replayed, left } = committed;
  if (!result) throw new Error('a change of a task without an answer');
  return {
    ...withFieldDefaults(result),
    columnPosition: result.columnPosition,
    v,
    mutationId,
    replayed,
    ...(left && { left }),
  };
}
