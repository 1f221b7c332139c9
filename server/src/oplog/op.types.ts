import type { OpOf, OpType } from '@livelane/shared/boards/op.schema';
import type { OpEffects } from './op.effects';

type Prepared<Type extends OpType> = Type extends OpType
  ? Omit<OpOf<Type>, 'id' | 'projectId' | 'v' | 'actorId' | 'mutationId' | 'bulkId' | 'at'> & {
      /** The old values of the changed fields (SPEC.md#conflicts). */
      before: unknown;
      /** The id of the comment that it adds. */
      createdId?: string;
    } & (undefined extends OpEffects[Type] ? { effect?: undefined } : { effect: OpEffects[Type] })
  : never;

/** An op before the log gives it its id, version and time. */
export type PreparedOp = Prepared<OpType>;

type Stored<Type extends OpType> = Type extends OpType
  ? OpOf<Type> & { before: unknown; effect?: OpEffects[Type] }
  : never;

/** An op as the log holds it; `before` and `effect` never leave the server. */
export type StoredOp = Stored<OpType>;
export type StoredOpOf<Type extends OpType> = Extract<StoredOp, { type: Type }>;

/** Brings the rows of a feature in line with an op; idempotent, guarded by `rev < v` (R3). */
export type Applier<Type extends OpType = OpType> = (op: StoredOpOf<Type>) => Promise<void>;

/** Brings all rows in line with ops of one project, in version order; idempotent as well. */
export type ApplyOps = (ops: readonly StoredOp[]) => Promise<void>;
