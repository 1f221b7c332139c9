import { randomUUID } from 'node:crypto';
import { COMMENTS_MAX } from '@livelane/shared/comments/comment.limits';
import type {
  addCommentSchema,
  Comment,
  CommentsPage,
  CommentWriteAnswer,
  editCommentSchema,
} from '@livelane/shared/comments/comment.schema';
import { mentionedIds } from '@livelane/shared/comments/mentions';
import { COMMENTS_PROTOCOL } from '@livelane/shared/http/protocol';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type * as z from 'zod/mini';
import { AppError } from '../../http/errors';
import type { NodeRegistry } from '../../nodes/node.registry';
import type { CommitContext, Committed, Recall } from '../../oplog/commit.types';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { TaskEffect } from '../../oplog/op.effects';
import type { PreparedOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { ReplicaCache } from '../boards/replica.cache';
import type { AccessService, UserDirectory } from '../members/access.service';
import type { TaskStore } from '../tasks/task.store';
import { canSee, sightOf, type Viewer } from '../tasks/task.visibility';
import { keptOfDeleted, keptOfEdited, recallComment } from './comment.answers';
import { cursorOf, placeOf } from './comment.cursor';
import type { CommentRow, CommentStore } from './comment.store';

/** Comments of one page unless its reader wants another number. */
const PAGE_LIMIT = 50;
/** How long a deleted comment can be restored (SPEC.md#comments). */
const RESTORE_MS = 30 * 24 * 60 * 60 * 1000;
/** How often a comment is looked for again that has moved meanwhile. */
const MAX_MOVES = 3;

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  tasks: TaskStore;
  store: CommentStore;
  users: UserDirectory;
  nodes: NodeRegistry;
}

interface Mutation {
  userId: string;
  mutationId: string;
}

type Prepared = PreparedOp & { result: Comment; kept: object };
type AddComment = z.output<typeof addCommentSchema>;
type EditComment = z.output<typeof editCommentSchema>;

/** What a change of a comment is computed from. */
interface Current {
  row: CommentRow;
  task: StoredTask;
  viewer: Viewer;
  context: CommitContext;
}

/** The task has gone to another project since it was looked up. */
class MovedMeanwhile extends Error {}

/** Comments of tasks: every change is one op of the task's project (R26). */
export class CommentService {
  private readonly recall: Recall<Comment>;

  constructor(private readonly deps: Dependencies) {
    this.recall = recallComment(deps.store, (userId, taskId) => this.locate(userId, taskId));
  }

  /** @throws AppError `not_found`, `task_deleted`, `invalid_input` for a made-up `before` */
  async list(
    userId: string,
    taskId: string,
    { before, limit = PAGE_LIMIT }: { before?: string | undefined; limit?: number | undefined },
  ): Promise<CommentsPage> {
    const place = before === undefined ? null : placeOf(before);
    const { projectId, isDeleted } = await this.locate(userId, taskId);
    await this.deps.access.requireProject(userId, projectId, 'comment.read');
    if (isDeleted) throw new AppError('task_deleted');
    // The version first: what the rows know of later ops is applied again without harm (R4).
    const head = (await this.deps.oplog.headsOf([projectId])).get(projectId);
    const found = await this.deps.store.page(taskId, place, limit + 1);
    const comments = found.slice(-limit);
    const [oldest] = comments;
    const next = found.length > limit && oldest ? cursorOf(oldest) : null;
    const ids = new Set(comments.flatMap(({ authorId, mentions }) => [authorId, ...mentions]));
    return { comments, next, v: head?.appliedV ?? 0, people: await this.deps.users.publicUsers([...ids]) };
  }

  /** @throws AppError `not_found`, `forbidden`, `task_deleted`, `id_taken`, `too_many_comments` */
  async add(
    { userId, mutationId }: Mutation,
    taskId: string,
    input: AddComment,
  ): Promise<CommentWriteAnswer> {
    const id = input.id ?? randomUUID();
    return this.whereItIs(async () => {
      const { projectId } = await this.locate(userId, taskId);
      const authorise = this.authoriser(userId, projectId);
      const committed = await this.deps.oplog.commit<Comment>({
        projectId,
        actorId: userId,
        mutationId,
        fingerprint: fingerprintOf('comment.add', { taskId, ...input }),
        recall: this.recall,
        shared: true,
        authorise: authorise.check,
        prepare: async (context) => {
          const task = await this.livingTask(context, taskId, authorise.viewer());
          if (task.numOfComments >= COMMENTS_MAX) throw new AppError('too_many_comments');
          const isTaken = context.batch.ops.some(
            (op) => op.type === 'comment.added' && op.patch.comment.id === id,
          );
          if (isTaken || (input.id && (await this.isUsed(id)))) throw new AppError('id_taken');
          const comment: Comment = {
            id,
            taskId,
            projectId,
            authorId: userId,
            text: input.text,
            mentions: await this.mentionsIn(input.text, task),
            createdAt: context.at,
            updatedAt: context.at,
            isEdited: false,
            rev: context.v,
          };
          return {
            type: 'comment.added',
            taskId,
            createdId: id,
            patch: { comment },
            before: null,
            effect: effectOn(task),
            result: comment,
            kept: {},
          };
        },
      });
      return answer(committed);
    });
  }

  /** @throws AppError as above, `comment_deleted`, `edit_conflict` */
  edit(mutation: Mutation, commentId: string, input: EditComment): Promise<CommentWriteAnswer> {
    return this.change('comment.edit', mutation, commentId, input, {
      assertMay: (row) => {
        if (row.comment.authorId !== mutation.userId) throw new AppError('forbidden');
      },
      compute: async ({ row: { comment, deletedAt }, task, context }) => {
        if (deletedAt) throw new AppError('comment_deleted');
        if (input.text === comment.text) return null;
        await this.assertNoConflict(comment, input);
        const changed = { text: input.text, mentions: await this.mentionsIn(input.text, task) };
        const { text, mentions, isEdited, updatedAt } = comment;
        const edited = { ...comment, ...changed, isEdited: true, updatedAt: context.at, rev: context.v };
        return {
          type: 'comment.edited',
          taskId: task.id,
          patch: { commentId, ...changed },
          before: { text, mentions, isEdited, updatedAt },
          effect: effectOn(task),
          result: edited,
          kept: keptOfEdited(edited),
        };
      },
    });
  }

  remove(mutation: Mutation, commentId: string): Promise<CommentWriteAnswer> {
    return this.change(
      'comment.delete',
      mutation,
      commentId,
      {},
      {
        assertMay: (row, viewer) => {
          if (!mayDelete(viewer, row.comment)) throw new AppError('forbidden');
        },
        compute: async ({ row: { comment, deletedAt }, task, context }) => {
          if (deletedAt) throw new AppError('comment_deleted');
          const result = { ...comment, rev: context.v };
          return {
            type: 'comment.deleted',
            taskId: task.id,
            patch: { commentId },
            before: { text: comment.text },
            effect: effectOn(task),
            result,
            kept: keptOfDeleted(result),
          };
        },
      },
    );
  }

  /** @throws AppError as above, `restore_expired` after 30 days */
  restore(mutation: Mutation, commentId: string): Promise<CommentWriteAnswer> {
    const { userId } = mutation;
    return this.change(
      'comment.restore',
      mutation,
      commentId,
      {},
      {
        assertMay: ({ comment, deletedAt, deletedBy }, viewer) => {
          if (!mayDelete(viewer, comment) || (deletedAt && deletedBy !== userId))
            throw new AppError('forbidden');
        },
        compute: async ({ row: { comment: deleted, deletedAt }, task, context }) => {
          if (!deletedAt) return null;
          if (Date.now() - deletedAt.getTime() > RESTORE_MS) throw new AppError('restore_expired');
          if (task.numOfComments >= COMMENTS_MAX) throw new AppError('too_many_comments');
          const comment = { ...deleted, rev: context.v };
          return {
            type: 'comment.restored',
            taskId: task.id,
            patch: { comment },
            before: null,
            effect: effectOn(task),
            result: comment,
            kept: {},
          };
        },
      },
    );
  }

  /** One change of a comment that exists, computed from its row as it is at the version before. */
  private change(
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
      if (!found) throw new AppError('not_found');
      const { taskId } = found.comment;
      const { projectId } = await this.locate(userId, taskId);
      const authorise = this.authoriser(userId, projectId, (viewer) => rule.assertMay(found, viewer));
      const committed = await this.deps.oplog.commit<Comment>({
        projectId,
        actorId: userId,
        mutationId,
        fingerprint: fingerprintOf(kind, { commentId, ...input }),
        recall: this.recall,
        authorise: authorise.check,
        prepare: async (context) => {
          const viewer = authorise.viewer();
          const task = await this.livingTask(context, taskId, viewer);
          const row = await this.deps.store.find(commentId);
          if (row?.comment.projectId !== projectId) throw new MovedMeanwhile();
          rule.assertMay(row, viewer);
          return (await rule.compute({ row, task, viewer, context })) ?? { unchanged: row.comment };
        },
      });
      return answer(committed);
    });
  }

  /** By any comment that ever was, also one whose op was folded away. */
  private async isUsed(id: string): Promise<boolean> {
    const { oplog, store } = this.deps;
    const [isCreated, row] = await Promise.all([oplog.isCommentCreated(id), store.find(id)]);
    return isCreated || row !== null;
  }

  private async whereItIs<T>(work: () => Promise<T>): Promise<T> {
    for (let moves = 0; ; moves++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof MovedMeanwhile)) throw error;
        if (moves === MAX_MOVES) throw new AppError('busy', undefined, { retryAfterSeconds: 1 });
      }
    }
  }

  /** The project of a task that the caller sees, deleted or not. @throws AppError `not_found` */
  private async locate(userId: string, taskId: string): Promise<{ projectId: string; isDeleted: boolean }> {
    const { replicas, oplog, tasks, access } = this.deps;
    await oplog.rowsCaughtUp();
    const row = await tasks.find(taskId);
    if (!row) throw new AppError('not_found');
    const { projectId } = row.task;
    const { role } = await access.projectAccess(userId, projectId);
    const board = await replicas.current(projectId);
    // The row may be older than the op that hid the task.
    if (!canSee({ userId, role }, board.get(taskId) ?? row.task)) throw new AppError('not_found');
    return { projectId, isDeleted: !board.get(taskId) };
  }

  private authoriser(
    userId: string,
    projectId: string,
    assertMay: (viewer: Viewer) => void = () => undefined,
  ) {
    const viewer: Viewer = { userId, role: 'viewer' };
    return {
      viewer: () => viewer,
      check: async () => {
        const [{ role }] = await Promise.all([
          this.deps.access.requireProject(userId, projectId, 'comment.write'),
          this.deps.nodes.assertAllSpeak(COMMENTS_PROTOCOL),
        ]);
        viewer.role = role;
        assertMay(viewer);
      },
    };
  }

  private async livingTask(context: CommitContext, taskId: string, viewer: Viewer): Promise<StoredTask> {
    const task = (await this.deps.replicas.forCommit(context)).get(taskId);
    if (!task) {
      const row = await this.deps.tasks.find(taskId);
      if (row && row.task.projectId !== context.projectId && !row.deletedAt) throw new MovedMeanwhile();
      throw new AppError('task_deleted');
    }
    if (!canSee(viewer, task)) throw new AppError('not_found');
    return task;
  }

  /** Those whom a text names and who can see the task. */
  private async mentionsIn(text: string, task: StoredTask): Promise<string[]> {
    const named = mentionedIds(text);
    if (named.length === 0) return [];
    const members = await this.deps.access.projectMembers(task.projectId);
    const roles = new Map(members.map(({ id, roleId }) => [id, roleId]));
    return named.filter((userId) => {
      const role = roles.get(userId);
      return role !== undefined && canSee({ userId, role }, task);
    });
  }

  /** As for descriptions (SPEC.md#conflicts). */
  private async assertNoConflict(
    comment: Comment,
    { text: mine, baseRev, baseProjectId }: EditComment,
  ): Promise<void> {
    const { id, taskId, projectId, text: theirs, rev } = comment;
    if (baseRev === undefined) return;
    const isElsewhere = baseProjectId !== undefined && baseProjectId !== projectId;
    if (!isElsewhere && baseRev >= rev) return;
    const later = [
      ...(isElsewhere ? await this.deps.oplog.taskHistory(baseProjectId, taskId, baseRev) : []),
      ...(await this.deps.oplog.taskHistory(projectId, taskId, isElsewhere ? 0 : baseRev)),
    ];
    const next = later.find((op) => op.type === 'comment.edited' && op.patch.commentId === id);
    const base = next ? (next.before as { text: string }).text : theirs;
    if (base === theirs || mine === theirs) return;
    throw new AppError('edit_conflict', undefined, { conflict: { field: 'text', base, theirs, mine, rev } });
  }
}

function mayDelete({ userId, role }: Viewer, { authorId }: Comment): boolean {
  return canInProject(role, authorId === userId ? 'comment.write' : 'comment.deleteAny');
}

/** Comments change nobody's sight of their task. */
function effectOn(task: StoredTask): TaskEffect {
  if (task.visibility === 'PUBLIC') return {};
  return { sight: { before: sightOf(task), after: sightOf(task), task: null } };
}

function answer({ v, mutationId, replayed, result }: Committed<Comment>): CommentWriteAnswer {
  if (!result) throw new Error('a commit without an op has no stored answer');
  return { ...result, v, mutationId, replayed };
}
