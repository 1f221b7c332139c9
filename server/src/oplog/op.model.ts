import type { OpType } from '@livelane/shared/boards/op.schema';
import { isOpType, opProtocol } from '@livelane/shared/boards/op.types';
import { CARDS_PROTOCOL } from '@livelane/shared/http/protocol';
import { withFieldDefaults } from '@livelane/shared/tasks/task.conversions';
import { type Connection, type Model, Schema } from 'mongoose';
import { AppError } from '../http/errors';
import type { StoredOp } from './op.types';

/** `Retry-After` for a board with an op of a later version, in seconds. */
const UNKNOWN_RETRY_SECONDS = 5;

/** One entry of the log (R1). */
export interface OpDocument {
  _id: string;
  projectId: string;
  v: number;
  type: OpType;
  taskId?: string;
  /** The id of the comment that it adds: unique over all projects. */
  createdId?: string;
  actorId: string;
  mutationId: string;
  /** The mutation of many cards that it is part of. */
  bulkId?: string;
  /** Hash of its request: the same key with another one is refused (R7). */
  fingerprint: string;
  patch: unknown;
  before: unknown;
  effect?: unknown;
  /** The request's answer; a repetition gets it again (R7). */
  result?: unknown;
  /** The id that a client minted for the task that this op creates. */
  newTaskId?: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** The lowest protocol whose nodes can read the op (R22). */
export function protocolOf({ type, bulkId }: Pick<OpDocument, 'type' | 'bulkId'>): number {
  return bulkId === undefined ? opProtocol[type] : Math.max(opProtocol[type], CARDS_PROTOCOL);
}

/**
 * The answer to a request that changed nothing, outside the log: the unique index of mutations contains its key like
 * those of ops, so another request with the same key is refused, too (R7).
 */
export interface UnchangedDocument
  extends Pick<OpDocument, '_id' | 'actorId' | 'mutationId' | 'fingerprint' | 'at'> {
  type: typeof UNCHANGED;
  projectId: string;
  /** Any number below 0, since it has no version in the log. */
  v: number;
  /** The project's version that the answer is about. */
  patch: { v: number };
  result: unknown;
  /** When the key may be forgotten. */
  expiresAt: Date;
}

export const UNCHANGED = 'unchanged';
/** Protocol 4's prefix to the project's id of a kept answer. */
export const FORMER_UNCHANGED = 'unchanged/';

/** The document stored under a mutation's key. */
export type KnownMutation = OpDocument | UnchangedDocument;

const { Mixed } = Schema.Types;

const opSchema = new Schema<OpDocument & { expiresAt?: Date }>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    v: { type: Number, required: true },
    type: { type: String, required: true },
    taskId: { type: String },
    createdId: { type: String },
    actorId: { type: String, required: true },
    mutationId: { type: String, required: true },
    bulkId: { type: String },
    fingerprint: { type: String, required: true },
    patch: { type: Mixed, required: true },
    before: { type: Mixed },
    effect: { type: Mixed },
    result: { type: Mixed },
    newTaskId: { type: String },
    at: { type: String, required: true },
    expiresAt: { type: Date },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw', minimize: false },
);
// R2: these two indexes decide every race. Both begin with the shard key (R35).
export const VERSION_INDEX = { projectId: 1, v: 1 } as const;
opSchema.index(VERSION_INDEX, { unique: true });
opSchema.index({ projectId: 1, actorId: 1, mutationId: 1 }, { unique: true });
// One task per id over all projects.
opSchema.index({ newTaskId: 1 }, { unique: true, sparse: true });
opSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, sparse: true });
// The history of one task's fields (SPEC.md#conflicts).
export const TASK_INDEX = { taskId: 1, v: 1 } as const;
opSchema.index(TASK_INDEX);
// Partial, not sparse: with more than one field a sparse index holds every op, since each has a version.
export const UNASSIGNED_INDEX = { projectId: 1, 'patch.unassigned': 1, v: 1 } as const;
opSchema.index(UNASSIGNED_INDEX, {
  partialFilterExpression: { 'patch.unassigned': { $exists: true } },
});
// For those who followed a task earlier: changes of its assignees, of which there are few.
export const ASSIGNED_INDEX = { projectId: 1, taskId: 1, v: 1 } as const;
opSchema.index(ASSIGNED_INDEX, { partialFilterExpression: { 'before.assignees': { $exists: true } } });
// For the activity of one task: removals of labels, of which there are few.
export const LABEL_INDEX = { projectId: 1, 'patch.tasks': 1, v: 1 } as const;
opSchema.index(LABEL_INDEX, { partialFilterExpression: { 'patch.tasks': { $exists: true } } });
// To find the ops that contain a person's name.
opSchema.index({ 'patch.userId': 1 }, { sparse: true });
export const CREATED_INDEX = { createdId: 1 } as const;
opSchema.index(CREATED_INDEX, { unique: true, sparse: true });

export type OpModel = Model<OpDocument>;

export function opModel(connection: Connection): OpModel {
  return connection.model<OpDocument>('Op', opSchema, 'ops');
}

/** The extent of a project's history. */
interface BoardHeadDocument {
  /** The project's id. */
  _id: string;
  /** UUID of this history (R6). */
  epoch: string;
  /** Every op up to here has been applied to the rows. */
  appliedV: number;
  /** Ops up to here have been folded into a checkpoint (R25). */
  oldestV?: number;
  /** Answers of ops up to here were dropped (R25). */
  answersV?: number;
  /** Rises when texts of its past have been erased (R24). */
  erasures?: number;
}

const boardHeadSchema = new Schema<BoardHeadDocument>(
  {
    _id: { type: String, required: true },
    epoch: { type: String, required: true },
    appliedV: { type: Number, required: true },
    oldestV: { type: Number },
    answersV: { type: Number },
    erasures: { type: Number },
  },
  { versionKey: false, autoIndex: false, strict: 'throw', strictQuery: 'throw' },
);

export type BoardHeadModel = Model<BoardHeadDocument>;

export function boardHeadModel(connection: Connection): BoardHeadModel {
  return connection.model<BoardHeadDocument>('BoardHead', boardHeadSchema, 'boardheads');
}

/**
 * R22: a node that knows this op can continue the board. This one does not guess, and serves other boards.
 */
export class UnknownOp extends AppError {
  constructor() {
    super('unavailable', undefined, { retryAfterSeconds: UNKNOWN_RETRY_SECONDS });
  }
}

/** The op without the log's own fields. @throws UnknownOp */
export function toStoredOp(
  document: Omit<OpDocument, 'fingerprint' | 'result'> & Partial<OpDocument>,
): StoredOp {
  if (!isOpType(document.type)) throw new UnknownOp();
  const { _id: id, fingerprint: _fingerprint, result: _result, newTaskId: _new, ...op } = document;
  const stored = { id, ...op } as StoredOp;
  if (stored.type === 'task.created' || stored.type === 'task.restored')
    stored.patch = withFieldDefaults(stored.patch);
  return stored;
}
