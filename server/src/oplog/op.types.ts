import type { Op, OpOf, OpType } from '@livelane/shared/boards/op.schema';

/** What an op holds beside its public part; it never leaves the server. */
interface ServerPart {
  /** The old values of what the op changes (SPEC.md#conflicts). */
  before: unknown;
  /** What the appliers of the op need and recipients must not see. */
  effect?: unknown;
}

type Prepared<Type extends OpType> = Type extends OpType
  ? Omit<OpOf<Type>, 'id' | 'projectId' | 'v' | 'actorId' | 'mutationId' | 'at'> & ServerPart
  : never;

/** An op before the log gives it its id, version and time. */
export type PreparedOp = Prepared<OpType>;

/** An op as the log holds it. */
export type StoredOp = Op & ServerPart;
export type StoredOpOf<Type extends OpType> = Extract<StoredOp, { type: Type }>;

/** Brings the rows of a feature in line with an op; idempotent, guarded by `rev < v` (R3). */
export type Applier<Type extends OpType = OpType> = (op: StoredOpOf<Type>) => Promise<void>;

/** Brings all rows in line with ops of one project, which come in version order; idempotent as well. */
export type ApplyOps = (ops: readonly StoredOp[]) => Promise<void>;
