import type { TaskPatch } from '@livelane/shared/boards/op.schema';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import type { MutationResult, StoredTask, Task } from '@livelane/shared/tasks/task.schema';
import type { Logger } from 'pino';
import { AppError, isNotFound, nullIfNotFound } from '../../http/errors';
import type { Committed } from '../../oplog/commit.types';
import { derivedId } from '../../oplog/derived-id';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { TaskEffect } from '../../oplog/op.effects';
import type { StoredOp, StoredOpOf } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { BoardView } from '../boards/board.draft';
import type { ReplicaCache } from '../boards/replica.cache';
import type { LabelRemoval } from '../labels/label.removal';
import type { AccessService } from '../members/access.service';
import type { TaskAnswers } from './task.answers';
import { answered, appearing, presentTask, rankAtEnd, type TaskChange, taskEffect } from './task.ops';
import type { TaskReferences } from './task.references';
import type { TaskStore } from './task.store';
import type { TaskRow } from './task-row.reader';
import { assertNotFull, assertRoom, withRoom } from './wip-limit';

/** How often a task that keeps moving is looked for before the answer is `busy`. */
const MAX_TRIES = 8;

type Departure = StoredOpOf<'task.deleted'> & { patch: { movedTo: string } };
/** The op that follows a departure. */
interface Following extends Pick<TaskEffect, 'leftAt' | 'former'> {
  type: 'task.created' | 'task.restored';
  task: StoredTask;
  movedFrom: string;
}
type Moved = NonNullable<NonNullable<Departure['effect']>['moved']>;

interface Dependencies {
  access: AccessService;
  references: TaskReferences;
  oplog: Oplog;
  replicas: ReplicaCache;
  store: TaskStore;
  answers: TaskAnswers;
  removal: Pick<LabelRemoval, 'recheck'>;
  log: Logger;
}

/**
 * Moves of tasks between projects (SPEC.md#conflicts). The source's `task.deleted {movedTo}` is the commit point and
 * carries the task; the destination's `task.created` follows from it under an id derived from it, so that it happens
 * once, whoever commits it: the mover's request, a later one about the task, recovery, another node.
 */
export class TaskTransfer {
  constructor(private readonly deps: Dependencies) {}

  /** The op by which a task leaves its project with these fields. @throws AppError for a new assignee or label unknown there */
  async departure(task: StoredTask, fields: TaskPatch, to: string): Promise<TaskChange> {
    const { access, references } = this.deps;
    await references.assertKnown(to, fields, task);
    const moved = { ...task, ...fields } as StoredTask;
    const after = { ...moved, ...(await references.keptIn(to, moved)) };
    const destination = await this.deps.replicas.current(to);
    assertNotFull(destination);
    assertRoom(destination, null, after);
    const toldTo = (await access.projectMembers(to)).map((member) => member.id);
    return {
      op: {
        type: 'task.deleted',
        taskId: task.id,
        patch: { movedTo: to },
        before: task,
        effect: { ...taskEffect(task, null), moved: { task: after, toldTo } },
      },
      answer: after,
    };
  }

  /**
   * The answer of a commit: for a departure that of its arrival, else its own.
   * @throws AppError `destination_gone` when the task was returned
   */
  async arrived(committed: Committed<Task>): Promise<Committed<Task> & Pick<MutationResult, 'left'>> {
    const { op, mutationId, replayed } = committed;
    if (!isDeparture(op)) return committed;
    const arrival = await this.finish(op, replayed);
    if (!arrival) throw new AppError('destination_gone');
    const result = arrival.result ?? (await this.deps.answers.recall(op, undefined));
    this.deps.replicas.saw(result);
    return { ...arrival, result, mutationId, replayed, left: { projectId: op.projectId, v: op.v } };
  }

  /**
   * The row where a task lives, or the latest one that it left. A task on its way to another project arrives first.
   * @throws AppError `not_found` for an unknown one, `unavailable` while it may be in a log whose rows cannot be written
   */
  private async rowOf(taskId: string): Promise<TaskRow> {
    const { oplog, store } = this.deps;
    const behind = await oplog.rowsCaughtUp();
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const row = await store.find(taskId);
      if (!row) throw new AppError(behind.size > 0 ? 'unavailable' : 'not_found');
      if (row.moving === null) return row;
      await this.finishAt(row.task.projectId, row.moving);
    }
    throw new AppError('busy');
  }

  /**
   * The same for someone with a right in its project, which may have ended since they were last known there. To a stranger
   * an unknown task is refused after the same queries as a foreign one: the time tells nothing.
   * @throws AppError as above, `not_found` to strangers
   */
  async rowFor(userId: string, taskId: string): Promise<TaskRow> {
    const { access } = this.deps;
    let row = await this.rowOf(taskId).catch(nullIfNotFound);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const projectId = row?.task.projectId;
      const isLikely = projectId !== undefined && access.isLikelyMember(userId, projectId);
      // An id that is no project's is asked about as any other is.
      const isKnownThere = isLikely || (await access.projectOf(userId, projectId ?? taskId)) !== null;
      if (row && isKnownThere) return row;
      // A refusal must be about the task's present project, not about an earlier one.
      const now = await this.rowOf(taskId);
      if (now.task.projectId === projectId) throw new AppError('not_found');
      row = now;
    }
    throw new AppError('busy');
  }

  /** Finishes the move that took a task out of a project by its op of version `v`. */
  async finishAt(projectId: string, v: number): Promise<void> {
    const [op] = await this.deps.oplog.read(projectId, v - 1, 1);
    if (op && isDeparture(op)) await this.finish(op, false);
  }

  /** Finishes the moves of processes that died. One that cannot be finished now stops no other. */
  async finishAll(): Promise<void> {
    const { oplog, store, log } = this.deps;
    await oplog.rowsCaughtUp();
    for (const { projectId, moving } of await store.unfinishedMoves()) {
      await this.finishAt(projectId, moving).catch((error: unknown) =>
        log.warn({ err: error, projectId, v: moving }, 'a move between projects is still unfinished'),
      );
    }
  }

  /**
   * Null when the task has been returned; without a result when its arrival has been folded away (R25).
   * @param isRepeated the move may have been finished long ago
   */
  private async finish(op: Departure, isRepeated: boolean): Promise<Committed<Task> | null> {
    const moved = op.effect?.moved;
    if (!moved) return null;
    const { oplog } = this.deps;
    // Comments move as rows: those of the source must be up to date with its ops.
    await oplog.rowsCaughtUp([op.projectId]);
    const arrival = await this.arrive(op, moved, isRepeated);
    const { result } = arrival ?? (await this.giveBack(op)) ?? {};
    if (result) await this.deps.removal.recheck(result.projectId, result.labels);
    await this.deps.store.finishMove(op.projectId, op.taskId, op.v);
    return arrival;
  }

  /** Null when the destination is gone. */
  private arrive(
    op: Departure,
    { task: departed }: Moved,
    isRepeated: boolean,
  ): Promise<Committed<Task> | null> {
    const task = withFieldDefaults(departed);
    const { movedTo: to } = op.patch;
    return this.follow(op, to, async (board) => {
      if (isRepeated && !(await this.deps.store.isMoving(op.projectId, op.taskId, op.v))) return null;
      // The column may have filled up since the departure, which is only undone if the project is deleted.
      const { state } = withRoom(board, task);
      const arriving = { ...task, projectId: to, state, rank: rankAtEnd(board, state) };
      const { assignees, state: stateThere } = op.before as StoredTask;
      const former = { assignees, state: stateThere };
      return { type: 'task.created', task: arriving, movedFrom: op.projectId, leftAt: op.v, former };
    });
  }

  /** Returns the task to its place. If its own project is deleted as well, so is the task. */
  private giveBack(op: Departure): Promise<Committed<Task> | null> {
    return this.follow(op, op.projectId, async (board) => {
      const task = withRoom(board, withFieldDefaults(op.before as StoredTask));
      const [column, place] = [board.column(task.state), board.placeOf(task)];
      const isFree = [place - 1, place].every((index) => column.at(index)?.rank !== task.rank);
      const rank = isFree ? task.rank : rankAtEnd(board, task.state);
      return { type: 'task.restored', task: { ...task, rank }, movedFrom: op.patch.movedTo };
    });
  }

  /** Commits the op that follows from a departure, if any, once; null when the project is deleted. */
  private async follow(
    op: Departure,
    projectId: string,
    next: (board: BoardView) => Promise<Following | null>,
  ): Promise<Committed<Task> | null> {
    const { access, oplog, references, replicas } = this.deps;
    const { id, actorId } = op;
    try {
      return await oplog.commit<Task>({
        projectId,
        actorId,
        mutationId: derivedId(id, projectId),
        fingerprint: fingerprintOf('task.follow', { id, projectId }),
        recall: this.deps.answers.recall,
        prepare: async (context) => {
          if (!(await access.exists(projectId))) throw new AppError('not_found');
          const board = await replicas.forCommit(context);
          const following = await next(board);
          if (!following) return null;
          const { type, task, ...from } = following;
          const given = { ...task, ...(await references.keptIn(projectId, task)) };
          const { op: prepared, answer } = appearing(type, given, context, from);
          const viewer = { userId: actorId, role: (await access.roleIn(actorId, projectId)) ?? 'viewer' };
          return answered(prepared, presentTask(board, viewer, answer));
        },
      });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }
}

function isDeparture(op: StoredOp | null): op is Departure {
  return op?.type === 'task.deleted' && op.patch.movedTo !== undefined;
}
