import type { Comment, CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { AppError, isNotFound } from '../../http/errors';
import type { CommitContext, Committed, Recall } from '../../oplog/commit.types';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { PreparedOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { ReplicaCache } from '../boards/replica.cache';
import type { AccessService } from '../members/access.service';
import type { EarlyRights } from '../members/early-rights';
import type { Mutation } from '../tasks/task.commits';
import { assertNotDoneElsewhere } from '../tasks/task.commits';
import type { TaskStore } from '../tasks/task.store';
import type { TaskTransfer } from '../tasks/task.transfer';
import { canSee, HiddenTask, type Viewer } from '../tasks/task.visibility';
import { recallComment } from './comment.answers';
import type { CommentRow, CommentStore } from './comment.store';

/** How often a comment is looked for again that has moved meanwhile. */
const MAX_MOVES = 3;

export interface CommentCommitDependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  tasks: TaskStore;
  transfer: TaskTransfer;
  store: CommentStore;
}

type Prepared = PreparedOp & { result: Comment; kept: object };

/** The data from which a change of a comment is computed. */
interface Current {
  row: CommentRow;
  task: StoredTask;
  viewer: Viewer;
  context: CommitContext;
}

/** The project of a task, and whether it is deleted there. */
interface Place {
  projectId: string;
  isDeleted: boolean;
}

/** The task is not where it was looked up. */
class MovedMeanwhile extends Error {}

/** Changes of comments: find the task, check rights, compute the op from its board, commit. */
export class CommentCommits {
  /** The answer to a repetition (R25). */
  readonly recall: Recall<Comment>;

  constructor(private readonly deps: CommentCommitDependencies) {
    this.recall = recallComment(deps.store, (userId, taskId) => this.locate(userId, taskId));
  }

  /** One change of a comment that exists, computed from its row as it is at the version before. */
  change(
    kind: string,
    { userId, mutationId }: Mutation,
    commentId: string,
    input: object,
    rule: {
      assertMay(row: CommentRow, viewer: Viewer): void;
      compute(current: Current): Promise<Prepared | null>;
    },
  ): Promise<CommentWriteAnswer> {
    return this.whereItIs(async () => {
      await this.deps.oplog.rowsCaughtUp();
      const found = await this.deps.store.find(commentId);
      // An unknown comment is looked for as if it were on an unknown task: its refusal costs what a foreign one's does.
      const taskId = found?.comment.taskId ?? commentId;
      const place = await this.locate(userId, taskId);
      if (!found) throw new AppError('not_found');
      const { projectId } = place;
      const authorise = this.authoriser({ userId }, projectId, (viewer) => rule.assertMay(found, viewer));
      const committed = await this.deps.oplog.commit<Comment>({
        projectId,
        actorId: userId,
        mutationId,
        fingerprint: fingerprintOf(kind, { commentId, ...input }),
        recall: this.recall,
        authorise: authorise.check,
        prepare: async (context) => {
          const viewer = authorise.viewer();
          const task = await this.livingTask(context, taskId, place, viewer, { userId, mutationId });
          const row = await this.deps.store.find(commentId);
          if (row?.comment.projectId !== projectId) throw new MovedMeanwhile();
          rule.assertMay(row, viewer);
          return (await rule.compute({ row, task, viewer, context })) ?? { unchanged: row.comment };
        },
      });
      return answer(committed);
    });
  }

  /** Begins to read the rights that a comment on this task needs, where its project can be guessed. */
  early(userId: string, taskId: string): EarlyRights | null {
    const projectId = this.lastSeenIn(userId, taskId);
    return projectId === undefined ? null : this.deps.access.early(userId, projectId);
  }

  /**
   * Works in the project where a task was seen last, which saves a read; if it is not there (MovedMeanwhile), in its
   * present project.
   * @param work also gets whether the project is only a guess
   */
  inProjectOf<T>(
    userId: string,
    taskId: string,
    work: (place: Place, isGuess: boolean) => Promise<T>,
  ): Promise<T> {
    let guess = this.lastSeenIn(userId, taskId);
    return this.whereItIs(async () => {
      if (guess === undefined) return work(await this.locate(userId, taskId), false);
      const guessed = { projectId: guess, isDeleted: false };
      guess = undefined;
      try {
        return await work(guessed, true);
      } catch (error) {
        // A guess decides no refusal: that project may be gone with its log, which a board in memory outlives.
        if (error instanceof HiddenTask || !(error instanceof MovedMeanwhile || isNotFound(error)))
          throw error;
        this.deps.replicas.missed(taskId);
        throw new MovedMeanwhile();
      }
    });
  }

  /** Retries when the task is not where it was looked up. @throws AppError `busy` */
  private async whereItIs<T>(work: () => Promise<T>): Promise<T> {
    for (let moves = 0; ; moves++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MovedMeanwhile)) throw error;
        if (moves === MAX_MOVES) throw new AppError('busy');
      }
    }
  }

  /** The place of a task that the caller sees, deleted or not. @throws AppError `not_found` */
  async locate(userId: string, taskId: string): Promise<Place> {
    const { replicas } = this.deps;
    const lastSeenIn = this.lastSeenIn(userId, taskId);
    // A board that has the task knows at once; rows lag behind it, and would have to be awaited.
    if (lastSeenIn && (await this.isSeenIn(lastSeenIn, userId, taskId)))
      return { projectId: lastSeenIn, isDeleted: false };
    const place = await this.whereItIs(() => this.placeByRow(userId, taskId));
    replicas.saw({ id: taskId, projectId: place.projectId });
    return place;
  }

  private async placeByRow(userId: string, taskId: string): Promise<Place> {
    const { replicas, transfer, access } = this.deps;
    const row = await transfer.rowFor(userId, taskId);
    const { projectId } = row.task;
    const { role } = await access.projectAccess(userId, projectId);
    const task = (await replicas.current(projectId)).get(taskId);
    // The row may be older than the op that took the task away, or that hid it.
    if (!task && !row.deletedAt) throw new MovedMeanwhile();
    if (!canSee({ userId, role }, task ?? row.task)) throw new AppError('not_found');
    return { projectId, isDeleted: !task };
  }

  private async isSeenIn(projectId: string, userId: string, taskId: string): Promise<boolean> {
    const found = await this.deps.access.projectOf(userId, projectId);
    if (!found) return false;
    const task = (await this.deps.replicas.current(projectId)).get(taskId);
    if (task && !canSee({ userId, role: found.role }, task)) throw new HiddenTask();
    return task !== undefined;
  }

  /** The project where the task was seen last, if the caller is likely to be in it. */
  private lastSeenIn(userId: string, taskId: string): string | undefined {
    const projectId = this.deps.replicas.lastSeenIn(taskId);
    return projectId !== undefined && this.deps.access.isLikelyMember(userId, projectId)
      ? projectId
      : undefined;
  }

  /**
   * Checks the right to write, and keeps the caller's role.
   * @param guessFor the task that was seen there last; none where it has been located
   */
  authoriser(
    { userId, early = null, guessFor }: Pick<Mutation, 'userId' | 'early'> & { guessFor?: string | null },
    projectId: string,
    assertMay: (viewer: Viewer) => void = () => undefined,
  ) {
    const { access } = this.deps;
    const viewer: Viewer = { userId, role: 'viewer' };
    const roleNow = async (): Promise<ProjectRole> => {
      const role = await access.roleIn(userId, projectId, early);
      if (!role) throw new AppError('not_found');
      if (canInProject(role, 'comment.write')) return role;
      if (guessFor) {
        // A refusal must be about the task's present project, not about an earlier one, and reveals no hidden task.
        const task = await this.deps.replicas.taskNow(projectId, guessFor);
        if (!task) throw new MovedMeanwhile();
        if (!canSee({ userId, role }, task)) throw new HiddenTask();
      }
      return (await access.requireProject(userId, projectId, 'comment.write')).role;
    };
    return {
      viewer: () => viewer,
      check: async () => {
        viewer.role = await roleNow();
        assertMay(viewer);
      },
    };
  }

  /** The task on its board at the version before. @throws AppError `task_deleted`, `not_found`, CommittedBefore */
  async livingTask(
    context: CommitContext,
    taskId: string,
    { isDeleted }: Place,
    viewer: Viewer,
    mutation: Mutation,
  ): Promise<StoredTask> {
    const { oplog, replicas, tasks: store } = this.deps;
    const board = await replicas.forCommit(context);
    await assertNotDoneElsewhere({ oplog, store }, board, context, taskId, mutation);
    const task = board.get(taskId);
    if (!task) throw isDeleted ? new AppError('task_deleted') : new MovedMeanwhile();
    if (!canSee(viewer, task)) throw new HiddenTask();
    return task;
  }
}

/** The answer to a write of one comment. */
export function answer({ v, mutationId, replayed, result }: Committed<Comment>): CommentWriteAnswer {
  if (!result) throw new Error('a commit without an op has no stored answer');
  return { ...result, v, mutationId, replayed };
}
