import type { ColumnsSettings } from '@livelane/shared/boards/column.settings';
import { Semaphore } from '@livelane/shared/semaphore';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { LRUCache } from 'lru-cache';
import { isNotFound } from '../../http/errors';
import { type Batch, type CommitContext, StaleHeadError } from '../../oplog/commit.types';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import { BoardDraft, type BoardView } from './board.draft';
import { BoardReplica } from './board.replica';

/** Bytes of boards that are kept in memory, by estimate; the least recently used are evicted first. */
const MAX_BYTES = 128_000_000;

/** Tasks whose project is remembered; the least recently used are evicted first. */
const MAX_TASKS = 50_000;

/** Boards that are read at once: their rows are in memory twice meanwhile. */
const LOADS_AT_ONCE = 4;

interface Dependencies {
  oplog: Oplog;
  /** The ids of tasks that have come to a project from another one. */
  loadArrived: (projectId: string) => Promise<string[]>;
  /** The live tasks of a project. */
  loadTasks: (projectId: string) => Promise<StoredTask[]>;
  /** A project's settings of its columns, as of version `rev`. */
  loadProject: (projectId: string) => Promise<{ columns?: ColumnsSettings | undefined; rev: number } | null>;
}

/** The base of a batch: the board at its head, and from its second op on, the batch's earlier ops on top. */
interface CommitBase {
  base: BoardReplica;
  draft?: BoardDraft;
}

/** The boards in memory, kept in step with the log, whichever node wrote it. */
export class ReplicaCache {
  private readonly replicas = new LRUCache<string, BoardReplica>({
    maxSize: MAX_BYTES,
    // A board that is larger than the whole cache is kept alone.
    sizeCalculation: ({ weight }) => Math.min(weight, MAX_BYTES),
  });
  // By size, though all are of one: `max` would take room for all of them at once.
  private readonly lastSeen = new LRUCache<string, string>({ maxSize: MAX_TASKS, sizeCalculation: () => 1 });
  private readonly loading = new Map<string, Promise<BoardReplica>>();
  private readonly semaphore = new Semaphore(LOADS_AT_ONCE);
  private readonly bases = new WeakMap<Batch, CommitBase>();

  constructor(private readonly deps: Dependencies) {
    deps.oplog.onInserted((op) => this.follow(op));
  }

  /** The board with every op up to the head, other nodes' too. @throws AppError `not_found` */
  async current(projectId: string): Promise<BoardReplica> {
    const replica = this.replicas.get(projectId) ?? (await this.load(projectId));
    const { ops, isCut } = await this.deps.oplog.tail(projectId, replica.v);
    await this.deps.oplog.rowsOf(projectId, ops);
    const [first] = ops;
    if (first) {
      // Too many, or those before them have been folded away (R25).
      if (isCut || first.v > replica.v + 1) {
        this.forget(projectId);
        return this.load(projectId);
      }
      for (const op of ops) replica.apply(op);
    }
    this.touch(replica);
    return replica;
  }

  /** The card as the board has it now; undefined also for an unknown project. */
  async taskNow(projectId: string, taskId: string): Promise<StoredTask | undefined> {
    try {
      return (await this.current(projectId)).get(taskId);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /**
   * The project where a task was seen last, or whose board in memory holds it: a hint that saves a read. It may have
   * moved since; anyone who follows the hint must check.
   */
  lastSeenIn(taskId: string): string | undefined {
    const seenIn = this.lastSeen.get(taskId);
    if (seenIn !== undefined) return seenIn;
    for (const [projectId, replica] of this.replicas) if (replica.get(taskId)) return projectId;
    return undefined;
  }

  /** Remembers where a task is. */
  saw({ id, projectId }: Pick<StoredTask, 'id' | 'projectId'>): void {
    this.lastSeen.set(id, projectId);
  }

  /** The task was not found where it was seen last. */
  missed(taskId: string): void {
    this.lastSeen.delete(taskId);
  }

  /** The board if it is in memory, which may be older than the log. */
  seen(projectId: string): BoardReplica | undefined {
    return this.replicas.peek(projectId);
  }

  /**
   * The board at exactly the version before a commit's op.
   * @throws StaleHeadError when that version is no longer available
   */
  async forCommit({ projectId, v, batch }: CommitContext): Promise<BoardView> {
    const kept = this.bases.get(batch) ?? (await this.baseOf(projectId, batch));
    const { base } = kept;
    if (base.v !== batch.head) throw new StaleHeadError();
    if (batch.ops.length === 0) return base;
    kept.draft ??= new BoardDraft(base);
    for (const op of batch.ops) if (op.v > kept.draft.v) kept.draft.apply(op);
    if (kept.draft.v !== v - 1) throw new StaleHeadError();
    return kept.draft;
  }

  private async baseOf(projectId: string, batch: Batch): Promise<CommitBase> {
    const replica = this.replicas.get(projectId);
    const base = replica?.v === batch.head ? replica : await this.current(projectId);
    this.touch(base);
    const kept = { base };
    this.bases.set(batch, kept);
    return kept;
  }

  /** Forgets a board, for instance after its project is gone. */
  forget(projectId: string): void {
    this.replicas.delete(projectId);
  }

  private follow(op: StoredOp): void {
    if (op.type === 'project.deleted') {
      this.forget(op.projectId);
      return;
    }
    const replica = this.replicas.peek(op.projectId);
    // After a gap, the next reader finds this op and those before it in the log.
    if (op.v - 1 === replica?.v) replica.apply(op);
  }

  private load(projectId: string): Promise<BoardReplica> {
    let loading = this.loading.get(projectId);
    if (!loading) {
      loading = this.semaphore.run(() => this.read(projectId)).finally(() => this.loading.delete(projectId));
      this.loading.set(projectId, loading);
    }
    return loading;
  }

  /** R4: the version first, the rows after it; ops that the rows have already are applied again without harm. */
  private async read(projectId: string): Promise<BoardReplica> {
    const { epoch, appliedV } = await this.deps.oplog.heal(projectId);
    const { loadTasks, loadProject, loadArrived } = this.deps;
    const [tasks, project, arrived] = await Promise.all([
      loadTasks(projectId),
      loadProject(projectId),
      loadArrived(projectId),
    ]);
    const { columns, rev } = project ?? {};
    const replica = new BoardReplica(projectId, epoch, appliedV, tasks, columns, rev, arrived);
    this.touch(replica);
    return replica;
  }

  /** Notes that a board is in use. It is weighed again: boards grow. */
  private touch(replica: BoardReplica): void {
    const { projectId } = replica;
    this.replicas.delete(projectId);
    this.replicas.set(projectId, replica);
  }
}
