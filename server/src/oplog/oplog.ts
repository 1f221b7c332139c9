import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../http/errors';
import { KeyedQueue } from './keyed.queue';
import type { OpDocument } from './op.model';
import { type BoardHead, type OpStore, toStoredOp } from './op.store';
import type { Applier, Appliers, PreparedOp, StoredOp } from './op.types';

/** Attempts to get a place in the log before the caller hears that the server is busy (R3). */
const MAX_TRIES = 8;
/** Longest pause before another attempt, in milliseconds; a random part of it is taken. */
const RETRY_JITTER_MS = 10;
const BUSY_RETRY_SECONDS = 1;
/** Ops read at once while healing. */
const HEAL_BATCH = 500;

export interface CommitContext {
  projectId: string;
  /** The version that the op will get, if nobody comes first. */
  v: number;
  /** The time that the op will carry, ISO 8601. */
  at: string;
}

export interface CommitRequest<Result> {
  projectId: string;
  actorId: string;
  mutationId: string;
  /** Hash of what was asked: the same key with another one is a 422 (R7). */
  fingerprint: string;
  /** The access check; runs before anything is looked up or computed (R3). */
  authorise?: () => Promise<unknown>;
  /** Computes the op from the state at `v - 1`; null when nothing changes. Runs again whenever another op came first. */
  prepare: (context: CommitContext) => Promise<(PreparedOp & { result?: Result }) | null>;
}

export interface Committed<Result> {
  /** Null when the request changes nothing. */
  op: StoredOp | null;
  /** The project's version after it. */
  v: number;
  mutationId: string;
  /** True when the mutation had been committed before (R7). */
  replayed: boolean;
  /** What `prepare` gave as the answer, at the first commit. */
  result: Result | undefined;
}

/** Thrown by `prepare` when the state at `v - 1` cannot be had because the log has gone on: the commit starts again. */
export class LogHasGoneOn extends Error {}

export type CommitListener = (op: StoredOp) => void;

/**
 * The commit path (R1–R7), and the only writer of ops. One insert of an op is the commit point;
 * everything that follows it can be done again by whoever comes next.
 */
export class Oplog {
  private readonly queue = new KeyedQueue();
  /**
   * The head that this process has seen applied. Older than the truth at worst: then the insert at
   * head + 1 meets another node's op, and the write starts again after healing.
   */
  private readonly knownHeads = new Map<string, number>();
  private readonly listeners: CommitListener[] = [];

  constructor(
    private readonly store: OpStore,
    private readonly appliers: Appliers,
  ) {}

  /** Begins the history of a new project. */
  createBoard(projectId: string): Promise<void> {
    return this.store.createHead(projectId);
  }

  /** Takes the whole history of a deleted project away. */
  async removeBoard(projectId: string): Promise<void> {
    this.knownHeads.delete(projectId);
    await this.store.removeProject(projectId);
  }

  /** Hears of every op that this process commits, in version order per project (R8). */
  onCommitted(listener: CommitListener): void {
    this.listeners.push(listener);
  }

  /**
   * Commits one change of a project's board.
   * @throws AppError `not_found` (no such board), `idempotency_key_reused`, `busy` (no place after 8 tries),
   *   and whatever `authorise` and `prepare` throw
   */
  commit<Result = undefined>(request: CommitRequest<Result>): Promise<Committed<Result>> {
    return this.queue.run(request.projectId, () => this.commitInTurn(request));
  }

  private async commitInTurn<Result>(request: CommitRequest<Result>): Promise<Committed<Result>> {
    const { projectId, actorId, mutationId, fingerprint } = request;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const head = this.knownHeads.get(projectId) ?? (await this.heal(projectId)).appliedV;
      // Read side by side; a refusal still comes before any answer that is stored.
      const [known] = await Promise.all([this.store.byMutation(actorId, mutationId), request.authorise?.()]);
      if (known) return replay(known, fingerprint);
      const context = { projectId, v: head + 1, at: new Date().toISOString() };
      const prepared = await this.prepare(request, context);
      if (prepared === 'again') continue;
      if (!prepared) return { op: null, v: head, mutationId, replayed: false, result: undefined };
      const { result, ...change } = prepared;
      const document: OpDocument = {
        ...change,
        _id: randomUUID(),
        projectId,
        v: context.v,
        actorId,
        mutationId,
        fingerprint,
        at: context.at,
        ...(result !== undefined && { result }),
      };
      if (await this.store.insert(document)) {
        const op = toStoredOp(document);
        await this.settle(op);
        return { op, v: op.v, mutationId, replayed: false, result };
      }
      this.knownHeads.delete(projectId);
      await wait(Math.random() * RETRY_JITTER_MS * tries);
    }
    throw new AppError('busy', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS });
  }

  private async prepare<Result>(request: CommitRequest<Result>, context: CommitContext) {
    try {
      return await request.prepare(context);
    } catch (error) {
      if (!(error instanceof LogHasGoneOn)) throw error;
      this.knownHeads.delete(context.projectId);
      return 'again' as const;
    }
  }

  /** After the commit point. If this fails, the op stays committed and the next reader or writer heals. */
  private async settle(op: StoredOp): Promise<void> {
    try {
      await this.apply(op);
      await this.store.raiseAppliedV(op.projectId, op.v);
      this.knownHeads.set(op.projectId, op.v);
    } catch (error) {
      this.knownHeads.delete(op.projectId);
      throw error;
    }
    for (const listener of this.listeners) listener(op);
  }

  /**
   * Heals a board that this process has not seen healed: at the first touch after a start, and after
   * a failure. Free otherwise, so every access check can ask for it. Unknown boards are none to heal.
   */
  async healOnce(projectId: string): Promise<void> {
    if (this.knownHeads.has(projectId)) return;
    if ((await this.store.head(projectId)) !== null) await this.heal(projectId);
  }

  /**
   * Applies what was committed and not applied: the work of a process that died in between.
   * @throws AppError `not_found` when the project has no board
   */
  async heal(projectId: string): Promise<BoardHead> {
    const head = await this.store.head(projectId);
    if (!head) throw new AppError('not_found');
    let { appliedV } = head;
    for (;;) {
      const ops = await this.store.after(projectId, appliedV, HEAL_BATCH);
      for (const op of ops) await this.apply(op);
      const last = ops.at(-1);
      if (!last) break;
      appliedV = last.v;
      await this.store.raiseAppliedV(projectId, appliedV);
    }
    this.knownHeads.set(projectId, Math.max(appliedV, this.knownHeads.get(projectId) ?? 0));
    return { epoch: head.epoch, appliedV };
  }

  /** Ops after `sinceV` in order, at most `limit`. */
  read(projectId: string, sinceV: number, limit: number): Promise<StoredOp[]> {
    return this.store.after(projectId, sinceV, limit);
  }

  /** The history of one task after version `sinceV`, in order. */
  taskHistory(projectId: string, taskId: string, sinceV: number): Promise<StoredOp[]> {
    return this.store.ofTask(projectId, taskId, sinceV);
  }

  /** Where these projects stand, as far as applied; unknown ones are left out. */
  headsOf(projectIds: readonly string[]): Promise<Map<string, BoardHead>> {
    return this.store.headsOf(projectIds);
  }

  private apply(op: StoredOp): Promise<void> {
    return (this.appliers[op.type] as Applier)(op);
  }
}

function replay<Result>(known: OpDocument, fingerprint: string): Committed<Result> {
  if (known.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
  const result = known.result as Result | undefined;
  return { op: toStoredOp(known), v: known.v, mutationId: known.mutationId, replayed: true, result };
}
