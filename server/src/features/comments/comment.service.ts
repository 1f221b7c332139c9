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
import { RESTORE_MS } from '@livelane/shared/http/limits';
import { canInProject } from '@livelane/shared/permissions/permissions';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type * as z from 'zod/mini';
import { Cursor, isoWord, packed, uuidWord } from '../../http/cursor';
import { AppError } from '../../http/errors';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { TaskEffect } from '../../oplog/op.effects';
import type { StoredOp } from '../../oplog/op.types';
import type { UserDirectory } from '../members/access.service';
import type { EarlyRights } from '../members/early-rights';
import type { Mutation } from '../tasks/task.commits';
import { canSee, sightOf, type Viewer } from '../tasks/task.visibility';
import { keptOfDeleted, keptOfEdited } from './comment.answers';
import { answer, type CommentCommitDependencies, CommentCommits } from './comment.commits';

/** Comments on one page unless the request sets another number. */
const PAGE_LIMIT = 50;
const cursor = new Cursor(packed, { createdAt: isoWord, id: uuidWord });

interface Dependencies extends CommentCommitDependencies {
  users: UserDirectory;
}

type AddComment = z.output<typeof addCommentSchema>;
type EditComment = z.output<typeof editCommentSchema>;

/** Comments of tasks: every change is one op of the task's project (R26). */
export class CommentService {
  private readonly commits: CommentCommits;

  constructor(private readonly deps: Dependencies) {
    this.commits = new CommentCommits(deps);
  }

  /** @throws AppError `not_found`, `task_deleted`, `invalid_input` for a made-up `before` */
  async list(
    userId: string,
    taskId: string,
    { before, limit = PAGE_LIMIT }: { before?: string | undefined; limit?: number | undefined },
  ): Promise<CommentsPage> {
    const place = before === undefined ? null : cursor.placeOf(before);
    const { projectId, isDeleted } = await this.commits.locate(userId, taskId);
    await this.deps.access.requireProject(userId, projectId, 'comment.read');
    if (isDeleted) throw new AppError('task_deleted');
    await this.deps.oplog.rowsCaughtUp([projectId]);
    // The version first: later ops that the rows have already are applied again without harm (R4).
    const head = (await this.deps.oplog.headsOf([projectId])).get(projectId);
    const found = await this.deps.store.page(taskId, place, limit + 1);
    const comments = found.slice(-limit);
    const [oldest] = comments;
    const next = found.length > limit && oldest ? cursor.textOf(oldest) : null;
    const ids = new Set(comments.flatMap(({ authorId, mentions }) => [authorId, ...mentions]));
    return { comments, next, v: head?.appliedV ?? 0, people: await this.deps.users.publicUsers([...ids]) };
  }

  /** Rights that `add` needs, read while the caller's session is. */
  early(userId: string, taskId: string): EarlyRights | null {
    return this.commits.early(userId, taskId);
  }

  /** @throws AppError `not_found`, `forbidden`, `task_deleted`, `id_taken`, `too_many_comments` */
  async add(
    { userId, mutationId, early = null }: Mutation,
    taskId: string,
    input: AddComment,
  ): Promise<CommentWriteAnswer> {
    const id = input.id ?? randomUUID();
    return this.commits.inProjectOf(userId, taskId, async (place, isGuess) => {
      const { projectId } = place;
      const authorise = this.commits.authoriser(
        { userId, early, guessFor: isGuess ? taskId : null },
        projectId,
      );
      let isUsed: boolean | null = null;
      const committed = await this.deps.oplog.commit<Comment>({
        projectId,
        actorId: userId,
        mutationId,
        fingerprint: fingerprintOf('comment.add', { taskId, ...input }),
        recall: this.commits.recall,
        shared: true,
        authorise: async () => {
          // The id is looked up here, in parallel with the rights: in the commit's turn it would hold up the others.
          [, isUsed] = await Promise.all([authorise.check(), this.isUsed(input.id)]);
        },
        prepare: async (context) => {
          const task = await this.commits.livingTask(context, taskId, place, authorise.viewer(), {
            userId,
            mutationId,
          });
          if (task.numOfComments >= COMMENTS_MAX) throw new AppError('too_many_comments');
          const isTaken = context.batch.ops.some(
            (op) => op.type === 'comment.added' && op.patch.comment.id === id,
          );
          // A commit that starts again may have met another comment of that id.
          if (isTaken || (isUsed ?? (await this.isUsed(input.id)))) throw new AppError('id_taken');
          isUsed = null;
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
    return this.commits.change('comment.edit', mutation, commentId, input, {
      assertMay: (row) => {
        if (row.comment.authorId !== mutation.userId) throw new AppError('forbidden');
      },
      compute: async ({ row: { comment, deletedAt }, task, context }) => {
        if (deletedAt) throw new AppError('comment_deleted');
        if (input.text === comment.text) return null;
        await this.assertNoConflict(mutation.userId, comment, input);
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
    return this.commits.change(
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
    return this.commits.change(
      'comment.restore',
      mutation,
      commentId,
      {},
      {
        assertMay: (row, viewer) => {
          if (!mayDelete(viewer, row.comment)) throw new AppError('forbidden');
        },
        compute: async ({ row: { comment: deleted, deletedAt, deletedBy }, task, context }) => {
          if (!deletedAt) return null;
          // Not with the role: whoever repeats a restoration gets its answer, even if someone else has deleted it since (R7).
          if (deletedBy !== userId) throw new AppError('forbidden');
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

  /** By any comment that ever existed, also one whose op was folded away. */
  private async isUsed(id: string | undefined): Promise<boolean> {
    if (id === undefined) return false;
    const { oplog, store } = this.deps;
    const [isCreated, row] = await Promise.all([oplog.isCommentCreated(id), store.find(id)]);
    return isCreated || row !== null;
  }

  /** People whom a text mentions and who can see the task. */
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
    userId: string,
    comment: Comment,
    { text: mine, baseRev, baseProjectId = comment.projectId }: EditComment,
  ): Promise<void> {
    const { id, projectId, text: theirs, rev } = comment;
    if (baseRev === undefined || (baseProjectId === projectId && baseRev >= rev)) return;
    const since = await this.historySince(userId, comment, baseProjectId, baseRev);
    const next = since?.find((op) => op.type === 'comment.edited' && op.patch.commentId === id);
    const base = !since ? '' : next ? (next.before as { text: string }).text : theirs;
    if (base === theirs || mine === theirs) return;
    throw new AppError('edit_conflict', undefined, { conflict: { field: 'text', base, theirs, mine, rev } });
  }

  /**
   * The ops of a comment's task after a version of its present project, or of one that it came from. Null where the
   * caller may not know that project, where there is too much to read (R32), and where some ops are missing: folded away
   * (R25), or before an arrival that does not tell when its task had left.
   */
  private async historySince(
    userId: string,
    { taskId, projectId }: Comment,
    baseProjectId: string,
    baseRev: number,
  ): Promise<StoredOp[] | null> {
    const { oplog, access } = this.deps;
    if (baseProjectId !== projectId && !(await access.roleBeside(userId, baseProjectId))) return null;
    const since: StoredOp[] = [];
    // From the present project back to the base, stay by stay.
    for (let [place, untilV] = [projectId, Number.MAX_SAFE_INTEGER]; ; ) {
      const isBase = place === baseProjectId;
      const found = await oplog.taskHistory(place, taskId, isBase ? baseRev : 0);
      if (!found) return null;
      const ops = found.filter(({ v }) => v <= untilV);
      const at = ops.findLastIndex(isArrival);
      const arrival = ops[at];
      // Asked after the read, in which an op may be missing that was folded away just then.
      if (!(await oplog.isKeptSince(place, arrival?.v ?? baseRev))) return null;
      since.unshift(...ops.slice(Math.max(at, 0)));
      if (!arrival) return isBase ? since : null;
      const { movedFrom, leftAt } = arrival.effect as TaskEffect;
      if (movedFrom === undefined || leftAt === undefined) return null;
      [place, untilV] = [movedFrom, leftAt];
    }
  }
}

/** True for an op that brought its task from another project. */
const isArrival = (op: StoredOp): boolean => op.type === 'task.created' && op.effect?.movedFrom !== undefined;

function mayDelete({ userId, role }: Viewer, { authorId }: Comment): boolean {
  return canInProject(role, authorId === userId ? 'comment.write' : 'comment.deleteAny');
}

/** A comment changes nothing about who sees its task. */
function effectOn(task: StoredTask): TaskEffect {
  if (task.visibility === 'PUBLIC') return {};
  return { sight: { before: sightOf(task), after: sightOf(task), task: null } };
}
