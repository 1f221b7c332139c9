import type { OpType } from '@livelane/shared/boards/op.schema';
import type { TaskState } from '@livelane/shared/tasks/task.values';
import type { mongo } from 'mongoose';
import {
  ASSIGNED_INDEX,
  CREATED_INDEX,
  LABEL_INDEX,
  type OpDocument,
  type OpModel,
  TASK_INDEX,
  UNASSIGNED_INDEX,
  VERSION_INDEX,
} from './op.model';
import { type OpPostings, POSTINGS_OPS } from './op.postings';
import type { StoredOp } from './op.types';
import { readWeighed, type WeighedOps } from './weighed.reads';

/** Most ops that are searched in the log itself: the next postings may be being written. */
const MOST_UNCOVERED = 2 * POSTINGS_OPS;

/** The part of an op that says who put a task into which state, and from where. */
export interface TaskMove extends Pick<OpDocument, 'v' | 'type' | 'actorId' | 'at'> {
  patch: { state: TaskState };
  before?: { state?: TaskState } | null;
}
const MOVE_FIELDS = { v: 1, type: 1, actorId: 1, at: 1, 'patch.state': 1, 'before.state': 1 } as const;

/** The wanted ops of a project; versions are exclusive. */
export interface OpFilter {
  beforeV: number;
  afterV: number;
  /** Ops about this task, and those that unassigned someone or took a label from it. */
  taskId?: string | undefined;
  actorId?: string | undefined;
  types?: readonly OpType[] | undefined;
}

/**
 * Finds ops of the past by task, person and type, without reading a project's whole log. Throws UnknownOp for one that
 * this version does not know (R22).
 */
export class OpHistory {
  constructor(
    private readonly ops: OpModel,
    private readonly postings: OpPostings,
  ) {}

  /**
   * Ops that changed a task after version `sinceV`, in order; those that unassigned someone from it, too. Null for more
   * than about `maxBytes`.
   */
  async ofTask(
    projectId: string,
    taskId: string,
    sinceV: number,
    maxBytes: number,
  ): Promise<StoredOp[] | null> {
    const filter = { projectId, v: { $gt: sinceV } };
    const found = await this.aboutTask(taskId, filter, { sort: { v: 1 } }, maxBytes);
    if (found.some(({ isCut }) => isCut)) return null;
    return found.flatMap(({ ops }) => ops).sort((a, b) => a.v - b.v);
  }

  /**
   * What tells who was involved in a task at version `sinceV` from who is now, in order: the first later change of its
   * assignees, which has those of before, what unassigned someone until then, and the additions of these comments. So
   * few, however often the task has changed.
   * @param commentIds the first one of each of its commenters
   */
  async involvement(
    projectId: string,
    taskId: string,
    sinceV: number,
    commentIds: readonly string[],
  ): Promise<StoredOp[]> {
    const later = { projectId, v: { $gt: sinceV } };
    const read = async (filter: object, options: mongo.FindOptions) =>
      (await readWeighed(this.ops, filter, { sort: { v: 1 }, ...options }, Number.POSITIVE_INFINITY)).ops;
    const [assigned, commented] = await Promise.all([
      read({ ...later, taskId, 'before.assignees': { $exists: true } }, { hint: ASSIGNED_INDEX, limit: 1 }),
      read({ ...later, createdId: { $in: commentIds } }, { hint: CREATED_INDEX }),
    ]);
    const untilV = assigned[0]?.v ?? Number.POSITIVE_INFINITY;
    const unassigned = await read(
      { projectId, v: { $gt: sinceV, $lt: untilV }, 'patch.unassigned': taskId },
      { hint: UNASSIGNED_INDEX },
    );
    return [...assigned, ...commented, ...unassigned].sort((a, b) => a.v - b.v);
  }

  /** Matching ops of a task, and those that unassigned someone from it. */
  private aboutTask(
    taskId: string,
    filter: object,
    options: mongo.FindOptions,
    maxBytes: number,
  ): Promise<WeighedOps[]> {
    const questions = [
      { about: { taskId }, hint: TASK_INDEX },
      { about: { 'patch.unassigned': taskId }, hint: UNASSIGNED_INDEX },
    ];
    return Promise.all(
      questions.map(({ about, hint }) =>
        readWeighed(this.ops, { ...filter, ...about }, { ...options, hint }, maxBytes),
      ),
    );
  }

  /** Of the latest `limit` ops of a task in a project, those that put it where it is, newest first. */
  async movesOf(projectId: string, taskId: string, limit: number): Promise<TaskMove[]> {
    const found = await this.ops.collection
      .find({ taskId, projectId }, { projection: MOVE_FIELDS, sort: { v: -1 }, limit, hint: TASK_INDEX })
      .toArray();
    const moves = found as unknown as Array<TaskMove & { patch: Partial<TaskMove['patch']> }>;
    return moves.filter(({ patch }) => patch.state !== undefined);
  }

  /** The latest matching ops below `beforeV`, newest first, until they have `maxBytes`. */
  async latest(
    projectId: string,
    { beforeV, afterV, taskId, actorId, types }: OpFilter,
    limit: number,
    maxBytes: number,
  ): Promise<WeighedOps> {
    const options = { sort: { v: -1 as const }, limit };
    const versions = { $lt: beforeV, $gt: afterV };
    const filter = {
      projectId,
      ...(actorId !== undefined && { actorId }),
      ...(types && { type: { $in: types } }),
    };
    if (taskId !== undefined) {
      const wanted = { ...filter, v: versions };
      const ofLabels = { ...wanted, 'patch.tasks': taskId };
      const [labels, about] = await Promise.all([
        readWeighed(this.ops, ofLabels, { ...options, hint: LABEL_INDEX }, maxBytes),
        this.aboutTask(taskId, wanted, options, maxBytes),
      ]);
      return newestOf([labels, ...about], limit);
    }
    if (actorId === undefined && !types)
      return readWeighed(this.ops, { ...filter, v: versions }, options, maxBytes);
    const coveredV = await this.postings.coveredV(projectId);
    // For a log from before there were postings.
    if (beforeV - coveredV > MOST_UNCOVERED) void this.postings.bringUpToDate(projectId);
    const uncovered = { ...filter, v: { $lt: beforeV, $gt: Math.max(afterV, coveredV) } };
    const found = await readWeighed(this.ops, uncovered, { ...options, hint: VERSION_INDEX }, maxBytes);
    if (found.isCut || found.ops.length === limit || afterV >= coveredV) return found;
    const covered = { beforeV: Math.min(beforeV, coveredV + 1), afterV, actorId, types };
    const known = await this.postings.latest(projectId, covered, limit - found.ops.length);
    const { sort } = options;
    const older = await readWeighed(
      this.ops,
      { projectId, v: { $in: known } },
      { sort },
      maxBytes - found.bytes,
    );
    return { ...older, ops: [...found.ops, ...older.ops], bytes: found.bytes + older.bytes };
  }
}

/** The newest of several reads: none from before the end of one that was cut, since its next ops are not known. */
function newestOf(parts: readonly WeighedOps[], limit: number): WeighedOps {
  const fromV = Math.max(0, ...parts.filter(({ isCut }) => isCut).map(({ ops }) => ops.at(-1)?.v ?? 0));
  const ops = parts.flatMap((part) => part.ops.filter(({ v }) => v >= fromV)).sort((a, b) => b.v - a.v);
  return {
    ops: ops.slice(0, limit),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    isCut: fromV > 0,
  };
}
