import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import { BoardReplica } from './board.replica';

/** Cards that are kept in memory over all boards; the boards that were used longest ago go first. */
const MAX_CARDS = 100_000;
/** A replica further behind is read anew. */
const MAX_CATCH_UP_OPS = 1_000;

interface Dependencies {
  oplog: Oplog;
  /** The live tasks of a project. */
  loadTasks: (projectId: string) => Promise<StoredTask[]>;
}

/** The boards in memory, kept in step with the log, whoever wrote it. */
export class ReplicaCache {
  /** In order of use, the latest last. */
  private readonly replicas = new Map<string, BoardReplica>();
  private readonly loading = new Map<string, Promise<BoardReplica>>();

  constructor(private readonly deps: Dependencies) {
    deps.oplog.onCommitted((op) => this.follow(op));
  }

  /** The board with every op up to the head, other nodes' too. @throws AppError `not_found` */
  async current(projectId: string): Promise<BoardReplica> {
    const replica = this.replicas.get(projectId) ?? (await this.load(projectId));
    const ops = await this.deps.oplog.read(projectId, replica.v, MAX_CATCH_UP_OPS + 1);
    if (ops.length > 0) {
      await this.deps.oplog.heal(projectId);
      if (ops.length > MAX_CATCH_UP_OPS) {
        this.replicas.delete(projectId);
        return this.load(projectId);
      }
      for (const op of ops) replica.apply(op);
    }
    this.touch(replica);
    return replica;
  }

  /** The board at exactly version `v`, for the commit of the op after it; null when the log has gone on. */
  async at(projectId: string, v: number): Promise<BoardReplica | null> {
    const kept = this.replicas.get(projectId);
    const replica = kept?.v === v ? kept : await this.current(projectId);
    this.touch(replica);
    return replica.v === v ? replica : null;
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
    const replica = this.replicas.get(op.projectId);
    if (!replica || op.v <= replica.v) return;
    if (op.v === replica.v + 1) replica.apply(op);
    else this.forget(op.projectId);
  }

  private load(projectId: string): Promise<BoardReplica> {
    let loading = this.loading.get(projectId);
    if (!loading) {
      loading = this.read(projectId).finally(() => this.loading.delete(projectId));
      this.loading.set(projectId, loading);
    }
    return loading;
  }

  /** R4: the version first, the rows after it; what the rows know already is applied again without harm. */
  private async read(projectId: string): Promise<BoardReplica> {
    const { epoch, appliedV } = await this.deps.oplog.heal(projectId);
    const replica = new BoardReplica(projectId, epoch, appliedV, await this.deps.loadTasks(projectId));
    this.touch(replica);
    return replica;
  }

  private touch(replica: BoardReplica): void {
    this.replicas.delete(replica.projectId);
    this.replicas.set(replica.projectId, replica);
    let cards = 0;
    for (const kept of this.replicas.values()) cards += kept.size;
    for (const [projectId, kept] of this.replicas) {
      if (cards <= MAX_CARDS || kept === replica) break;
      this.replicas.delete(projectId);
      cards -= kept.size;
    }
  }
}
