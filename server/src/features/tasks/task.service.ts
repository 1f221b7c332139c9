import { randomUUID } from 'node:crypto';
import { RESTORE_MS } from '@livelane/shared/http/limits';
import { initialFields } from '@livelane/shared/tasks/task.conversions';
import { protocolOf } from '@livelane/shared/tasks/task.fields';
import type {
  createTaskSchema,
  MoveTaskAnswer,
  MutationResult,
  moveTaskSchema,
  Task,
  TaskWriteAnswer,
  TrashedTask,
} from '@livelane/shared/tasks/task.schema';
import type * as z from 'zod/mini';
import type { Audit } from '../../http/audit';
import { AppError } from '../../http/errors';
import type { NodeRegistry } from '../../nodes/node.registry';
import { fingerprintOf } from '../../oplog/fingerprint';
import { KeyedQueue } from '../../oplog/keyed-queue';
import type { PastBoards } from '../history/past-boards';
import type { LabelRemoval } from '../labels/label.removal';
import type { EarlyRights } from '../members/early-rights';
import {
  assertNotDoneElsewhere,
  labelsGivenBy,
  type Mutation,
  type TaskCommit,
  type TaskCommitDependencies,
  type TaskCommits,
  writeAnswer,
} from './task.commits';
import { assertNotMovedByOthers, mergedInput } from './task.history';
import {
  answered,
  appearing,
  deleted,
  differences,
  moved,
  patched,
  presentTask,
  rankAtEnd,
  type TaskUpdate,
} from './task.ops';
import type { TaskReferences } from './task.references';
import { presentTrashed, type TaskRestoring } from './task.restoring';
import { canSee, type Viewer } from './task.visibility';
import { assertNotFull, assertRoom } from './wip-limit';

/** Most rows of a project's trash that are read. */
const TRASH_MAX = 200;

type CreateTask = z.output<typeof createTaskSchema>;
type MoveTask = z.output<typeof moveTaskSchema>;

interface Dependencies extends TaskCommitDependencies {
  commits: TaskCommits;
  restoring: TaskRestoring;
  pastBoards: PastBoards;
  audit: Audit;
  references: TaskReferences;
  nodes: NodeRegistry;
  removal: LabelRemoval;
}

/** Tasks: every change is one op of its project (SPEC.md#rest, SPEC.md#log, SPEC.md#conflicts). */
export class TaskService {
  private readonly commits: TaskCommits;
  /** Moves to another project, by that project. */
  private readonly arrivals = new KeyedQueue();

  constructor(private readonly deps: Dependencies) {
    this.commits = deps.commits;
  }

  /** Begins to read the rights that a change of this task, or a new one in this project, needs. */
  early(userId: string, { taskId, projectId }: { taskId?: string; projectId?: string }): EarlyRights | null {
    if (projectId !== undefined) return this.deps.access.early(userId, projectId);
    return taskId === undefined ? null : this.commits.early(userId, taskId);
  }

  /** @throws AppError `not_found` also for a PRIVATE task of others, `task_deleted` */
  get(userId: string, taskId: string): Promise<Task> {
    return this.commits.read(userId, taskId);
  }

  /** @throws AppError `id_taken`, `assignee_not_member`, `label_not_in_workspace`, `wip_limit` */
  async create({ userId, mutationId, early }: Mutation, input: CreateTask): Promise<TaskWriteAnswer> {
    const { access, oplog, references, replicas } = this.deps;
    const { projectId } = input;
    await this.assertReadable(input);
    const taskId = input.id ?? randomUUID();
    let viewer: Viewer = { userId, role: 'viewer' };
    let isTaken = false;
    const committed = await oplog.commit<Task>({
      projectId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf('task.create', input),
      recall: this.deps.answers.recall,
      shared: true,
      newTaskId: input.id,
      authorise: async () => {
        // The id is looked up here, in parallel with the rights: in the op's turn it would hold up the others.
        const [{ role }, taken] = await Promise.all([
          access.requireProject(userId, projectId, 'task.create', early),
          input.id ? this.commits.isTaken(taskId) : false,
        ]);
        viewer = { userId, role };
        isTaken = taken;
      },
      prepare: async (context) => {
        const board = await replicas.forCommit(context);
        if (isTaken || board.get(taskId)) throw new AppError('id_taken');
        const fields = await references.resolved(initialFields(input, userId, randomUUID));
        await references.assertKnown(projectId, fields, { assignees: [userId] });
        const given = {
          id: taskId,
          ...fields,
          projectId,
          rank: rankAtEnd(board, fields.state),
          createdBy: userId,
          createdAt: context.at,
        };
        assertNotFull(board);
        assertRoom(board, null, given);
        const { op, answer } = appearing('task.created', given, context);
        return answered(op, presentTask(board, viewer, answer));
      },
    });
    replicas.saw({ id: taskId, projectId });
    return this.finished(committed, userId);
  }

  /** @throws AppError `edit_conflict`, `assignee_not_member`, `label_not_in_workspace`, `wip_limit`, `destination_gone` */
  async update(mutation: Mutation, taskId: string, input: TaskUpdate): Promise<TaskWriteAnswer> {
    await this.assertReadable(input);
    const { projectId } = input;
    const isTransfer = projectId !== undefined && this.deps.replicas.lastSeenIn(taskId) !== projectId;
    if (!isTransfer) return this.updateNow(mutation, taskId, input);
    // One at a time: a limited column that has room at a departure still has it at the arrival.
    return this.arrivals.run(projectId, () => this.updateNow(mutation, taskId, input));
  }

  private async updateNow(mutation: Mutation, taskId: string, input: TaskUpdate): Promise<TaskWriteAnswer> {
    const { access, oplog, pastBoards, references, transfer } = this.deps;
    // A node of the former version does not know these: a repetition is the same request with and without them (R7).
    const { baseLists: _seen, ...asked } = input;
    const committed = await this.commits.change(
      'task.edit',
      mutation,
      taskId,
      asked,
      async ({ task, board, viewer, context }) => {
        const fields = await mergedInput({ oplog, pastBoards, access, references }, viewer, task, input);
        const { projectId } = task;
        if (input.projectId !== undefined && input.projectId !== projectId)
          return transfer.departure(task, fields, input.projectId);
        const patch = differences(task, fields);
        await references.assertKnown(projectId, patch, task);
        if (patch.state) patch.rank = rankAtEnd(board, patch.state);
        return Object.keys(patch).length > 0 ? patched(task, patch, context) : null;
      },
      // A merge needs the complete log.
      {
        shared: input.baseRev === undefined && input.projectId === undefined,
        destination: input.projectId,
      },
    );
    return this.finished(await transfer.arrived(committed), mutation.userId);
  }

  /** @throws AppError `stale_move`, `wip_limit` */
  async move(mutation: Mutation, input: MoveTask): Promise<MoveTaskAnswer> {
    // A repetition after a long wait adds the expected state, and is still the same request (R7).
    const { expectedState, ...asked } = input;
    const committed = await this.commits.change(
      'task.move',
      mutation,
      asked.taskId,
      asked,
      moved(asked),
      expectedState === undefined
        ? {}
        : {
            check: (task) => assertNotMovedByOthers(this.deps.oplog, task, expectedState, mutation.userId),
            // The mover is read from the log, which must be complete.
            shared: false,
          },
    );
    const { v, mutationId, replayed, ...task } = await this.finished(committed, mutation.userId);
    return { task, v, mutationId, replayed };
  }

  /** @throws AppError `task_deleted` the second time */
  async remove(mutation: Mutation, taskId: string): Promise<TaskWriteAnswer> {
    const committed = await this.commits.change('task.delete', mutation, taskId, {}, async ({ task }) =>
      deleted(task),
    );
    this.report('task.deleted', committed);
    return writeAnswer(committed);
  }

  /** A project's tasks that can still be restored, latest deletion first, as far as the caller sees them. */
  async trash(userId: string, projectId: string): Promise<TrashedTask[]> {
    const { access, oplog, store } = this.deps;
    const { role } = await access.requireProject(userId, projectId, 'task.restoreOwn');
    await oplog.rowsCaughtUp();
    const since = new Date(Date.now() - RESTORE_MS);
    const rows = await store.deletedSince(projectId, since, TRASH_MAX);
    const viewer = { userId, role };
    return rows.flatMap(({ task, deletedAt, deletedBy }) =>
      deletedAt && canSee(viewer, task) ? [presentTrashed(viewer, { task, deletedAt, deletedBy })] : [],
    );
  }

  /**
   * @throws AppError `restore_expired` after 30 days, `forbidden` for a member who did not delete it themselves within
   * the hour; a task that was not deleted is answered as it is
   */
  async restore({ userId, mutationId }: Mutation, taskId: string): Promise<TaskWriteAnswer> {
    const { access, oplog, replicas } = this.deps;
    const { row } = await this.commits.locate(userId, taskId, 'task.restoreOwn');
    const { projectId } = row.task;
    const authorise = () => access.requireProject(userId, projectId, 'task.restoreOwn');
    const committed = await oplog.commit<Task>({
      projectId,
      actorId: userId,
      mutationId,
      fingerprint: fingerprintOf('task.restore', { taskId }),
      recall: this.deps.answers.recall,
      authorise,
      prepare: async (context) => {
        const viewer = { userId, role: (await authorise()).role };
        const board = await replicas.forCommit(context);
        await assertNotDoneElsewhere(this.deps, board, context, taskId, { userId, mutationId });
        return this.deps.restoring.prepare(taskId, board, viewer, context);
      },
    });
    this.report('task.restored', committed);
    return this.finished(committed, userId);
  }

  private async finished(
    committed: TaskCommit & Pick<MutationResult, 'left'>,
    userId: string,
  ): Promise<TaskWriteAnswer> {
    await this.commits.rebalanceIfLong(committed, userId);
    // A move between projects has seen to its labels itself.
    if (!committed.left) await this.recheckLabels(committed);
    return writeAnswer(committed);
  }

  /** @throws AppError `unavailable` while a node lives that does not know these fields (R22) */
  private async assertReadable(input: CreateTask | TaskUpdate): Promise<void> {
    const protocol = protocolOf(input);
    if (protocol > 0) await this.deps.nodes.assertAllSpeak(protocol);
  }

  /** Of a repetition as well: the process that committed it may have died before it could. */
  private async recheckLabels(committed: TaskCommit): Promise<void> {
    const labels = labelsGivenBy(committed);
    if (committed.result && labels.length > 0)
      await this.deps.removal.recheck(committed.result.projectId, labels);
  }

  /** Reports a deletion or restoration to the audit log, once for all repetitions of the request. */
  private report(event: 'task.deleted' | 'task.restored', { op, replayed }: TaskCommit): void {
    if (op?.type !== event || replayed) return;
    this.deps.audit({ event, actorId: op.actorId, projectId: op.projectId, id: op.taskId });
  }
}
