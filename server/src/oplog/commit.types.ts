import type { BoardTurns } from './board.turns';
import type { KnownHeads } from './known-heads';
import type { Listeners } from './listeners';
import type { KnownMutation } from './op.model';
import type { OpStore } from './op.store';
import type { PreparedOp, StoredOp } from './op.types';

/** The commits of one project that are computed one on top of another and inserted together. */
export interface Batch {
  /** The version that all of them build on. */
  readonly head: number;
  /** The time of the op there; 1970 if there is none. */
  readonly headAt: string;
  /** The ops so far, at head + 1, head + 2 …; nobody but the batch may know of them yet. */
  readonly ops: readonly StoredOp[];
}

export interface CommitContext {
  projectId: string;
  /** The version that the op will get, unless another op takes it first. */
  v: number;
  /** The time that the op will carry, ISO 8601: that of this node's clock, or just after the op before it. */
  at: string;
  batch: Batch;
}

/**
 * An op and its request's answer, with the part of it that is kept for a repetition (`recall`; if absent, all of it);
 * or an answer that needs no op: it is kept under the mutation's key anyway (R7).
 */
export type Prepared<Result> = (PreparedOp & { result?: Result; kept?: object }) | { unchanged: Result };

export interface CommitRequest<Result> {
  projectId: string;
  actorId: string;
  mutationId: string;
  /** Hash of the request: the same key with another one is a 422 (R7). */
  fingerprint: string;
  /**
   * The access check; runs before anything is looked up or computed (R3), and again if rights to the
   * project may have changed before the op's turn.
   */
  authorise?: () => Promise<unknown>;
  /**
   * Computes the op from the state at `v - 1`; null when there is none. Runs again whenever another op
   * came first.
   */
  prepare: (context: CommitContext) => Promise<Prepared<Result> | null>;
  /** An id that the client minted for a new task: it will be created in one project only. */
  newTaskId?: string | undefined;
  /**
   * True when `prepare` reads only the board of its context and data that only member and project ops
   * change. Such commits wait for no rows of earlier ones and share an insert. All others run
   * by themselves, after everything before them has been applied.
   */
  shared?: boolean;
  /** Restores the first answer from its kept part: none once that was dropped, all of it in older ops (R7, R25). */
  recall?: Recall<Result>;
  /** Requests with the same id that are handed over together get consecutive versions and one insert (SPEC.md#bulk). */
  bulkId?: string | undefined;
}

/** The fields that a repetition has in common with its request (R7). */
export type RequestKey = Pick<CommitRequest<unknown>, 'projectId' | 'actorId' | 'mutationId' | 'fingerprint'>;

export interface Committed<Result> {
  /** Null when the request changed nothing. */
  op: StoredOp | null;
  /** The project's version after it. */
  v: number;
  mutationId: string;
  /** True when the mutation had been committed before (R7). */
  replayed: boolean;
  /** The answer of `prepare` at the first commit; once that was dropped, the one of `recall`. */
  result: Result | undefined;
}

export type Recall<Result> = (op: StoredOp, kept: Partial<Result> | undefined) => Promise<Result>;

/** Thrown by `prepare` when the state at `v - 1` is not available because the log has grown: the commit starts again. */
export class StaleHeadError extends Error {}

/** Thrown by `prepare` when the mutation was committed before, in another project: its caller gets that answer (R7). */
export class CommittedBefore extends Error {
  constructor(readonly known: KnownMutation) {
    super('committed before');
  }
}

export type OpListener = (op: StoredOp) => void;

/** The answer to a new op. */
export function committedOp(op: StoredOp, result: unknown): Committed<unknown> {
  return { op, v: op.v, mutationId: op.mutationId, replayed: false, result };
}

/** State that the queues of all projects share. */
export interface LogState {
  store: OpStore;
  turns: BoardTurns;
  /** Answers and pushes of shared commits need not wait for the rows. */
  rowsFollow(): boolean;
  /** @throws AppError `unavailable` while a node lives that speaks less than `protocol` (R22) */
  assertAllSpeak(protocol: number): Promise<void>;
  /** True while a living node needs whole answers. */
  keepsWholeAnswers(): boolean;
  readonly heads: KnownHeads;
  /** Ops after version `sinceV` that no fail-over can undo. */
  read(projectId: string, sinceV: number, limit: number): Promise<StoredOp[]>;
  heal(projectId: string): Promise<{ appliedV: number }>;
  /** Resolves once an op that was found in the log is in the rows. */
  applied(op: StoredOp): Promise<void>;
  /** Notified of an op once it has its place in the log: the commit point. */
  readonly inserted: Listeners<StoredOp>;
  /** Notified of an op of this process when its caller is answered. */
  readonly committed: Listeners<StoredOp>;
  /** Notified of the number of commits that start again because the log has grown in the meantime. */
  readonly retried: Listeners<number>;
  /** Rises whenever someone's rights may have changed. */
  rightsChanges(): number;
}
