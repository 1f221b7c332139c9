import { Semaphore } from '@livelane/shared/semaphore';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { CommentStore } from '../comments/comment.store';
import { ProjectIndex } from './project.index';
import { SearchLexicon } from './search.lexicon';
import { pauses } from './search.pauses';

/** Bytes of indexes that are kept in memory, by estimate; the least recently used are evicted first. */
const MAX_BYTES = 512_000_000;
/** Indexes that are built at once: their rows are in memory twice meanwhile. */
const BUILDS_AT_ONCE = 2;
/** An index that is this many reads of the log behind is rebuilt. */
const MAX_TAILS = 5;

const NO_COMMENTS: ReadonlyMap<string, string> = new Map();

interface Dependencies {
  oplog: Pick<Oplog, 'heal' | 'tail' | 'rowsCaughtUp' | 'onInserted'>;
  loadTasks: (projectId: string) => Promise<StoredTask[]>;
  comments: Pick<CommentStore, 'textsOf' | 'textsOfProject'>;
  maxBytes?: number;
}

/**
 * The indexes in memory, one per project, built when someone first searches there and kept in step with the log,
 * whoever wrote it. Before each answer the log is read from there on, so no earlier commit is missing.
 */
export class ProjectIndexes {
  private readonly indexes: LRUCache<string, ProjectIndex>;
  private readonly building = new Map<string, Promise<ProjectIndex>>();
  /** The latest round of updating each index, and the one that has not begun. */
  private readonly rounds = new WeakMap<ProjectIndex, Promise<boolean>>();
  private readonly waiting = new WeakMap<ProjectIndex, Promise<boolean>>();
  private readonly semaphore = new Semaphore(BUILDS_AT_ONCE);
  /** For indexes that are built from now on. */
  private lexicon = new SearchLexicon();
  /** Indexes dropped since it came into use. */
  private gone = 0;

  constructor(private readonly deps: Dependencies) {
    const { maxBytes: maxSize = MAX_BYTES } = deps;
    this.indexes = new LRUCache({
      maxSize,
      // An index that is larger than the whole cache is kept alone.
      sizeCalculation: ({ weight }) => Math.min(weight, maxSize),
      dispose: (_index, _projectId, reason) => {
        if (reason === 'evict') this.noteGone();
      },
    });
    deps.oplog.onInserted((op) => {
      if (op.type === 'project.deleted') this.forget(op.projectId);
    });
  }

  /** The memory of all, in bytes, by estimate. */
  get weight(): number {
    return this.indexes.calculatedSize;
  }

  /** The index with every op up to the head, other nodes' too. @throws AppError `not_found` */
  async current(projectId: string): Promise<ProjectIndex> {
    const known = this.indexes.get(projectId);
    try {
      const index = known ?? (await this.build(projectId));
      if (await this.follow(index)) {
        this.touch(index);
        return index;
      }
      this.forget(projectId);
    } catch (error) {
      this.forget(projectId);
      // A damaged index is rebuilt; that does not help when the database is away or the project is gone.
      if (!known || error instanceof AppError) throw error;
      this.renewLexicon();
    }
    return this.current(projectId);
  }

  /** Forgets an index, for instance after its project is gone. */
  forget(projectId: string): void {
    if (this.indexes.delete(projectId)) this.noteGone();
  }

  /** Forgets an index that cannot be trusted, and with it the lexicon that it shares. */
  forgetDamaged(projectId: string): void {
    this.forget(projectId);
    this.renewLexicon();
  }

  /** A lexicon keeps the terms of dropped indexes: it is replaced in time, and freed with the last index on it. */
  private noteGone(): void {
    if (++this.gone > this.indexes.size) this.renewLexicon();
  }

  private renewLexicon(): void {
    this.lexicon = new SearchLexicon();
    this.gone = 0;
  }

  /**
   * Brings an index up to the head. Only one round at a time changes it; searches that come meanwhile share the next,
   * which has read nothing yet.
   * @returns false when it is too far behind
   */
  private follow(index: ProjectIndex): Promise<boolean> {
    const waiting = this.waiting.get(index);
    if (waiting) return waiting;
    const before = this.rounds.get(index);
    const round = (async () => {
      await before?.catch(() => undefined);
      this.waiting.delete(index);
      return this.readOn(index);
    })();
    this.waiting.set(index, round);
    this.rounds.set(index, round);
    return round;
  }

  private async readOn(index: ProjectIndex): Promise<boolean> {
    const { projectId } = index;
    const pause = pauses();
    const incomplete = new Set<string>();
    for (let tails = 0; tails < MAX_TAILS; tails++) {
      const { ops, isCut } = await this.deps.oplog.tail(projectId, index.v);
      for (const op of ops) {
        const taskId = index.apply(op);
        if (taskId !== null) incomplete.add(taskId);
        await pause();
      }
      if (isCut) continue;
      if (incomplete.size > 0) await this.complete(index, incomplete, pause);
      await index.update(pause);
      return true;
    }
    return false;
  }

  /** Reads the comments of tasks that arrived with some. They may be newer than the ops that were applied. */
  private async complete(
    index: ProjectIndex,
    taskIds: ReadonlySet<string>,
    pause: () => Promise<void>,
  ): Promise<void> {
    const { oplog, comments } = this.deps;
    await oplog.heal(index.projectId);
    await oplog.rowsCaughtUp([index.projectId]);
    for (const taskId of taskIds) {
      index.setComments(taskId, await comments.textsOf(taskId));
      // One by one: the comments of one task may be 20 MB.
      await index.update(pause);
    }
  }

  private build(projectId: string): Promise<ProjectIndex> {
    let building = this.building.get(projectId);
    if (!building) {
      building = this.semaphore
        .run(() => this.read(projectId))
        .finally(() => this.building.delete(projectId));
      this.building.set(projectId, building);
    }
    return building;
  }

  /** R4: the version first, the rows after it; ops that the rows have already are applied again without harm. */
  private async read(projectId: string): Promise<ProjectIndex> {
    const { oplog, loadTasks, comments } = this.deps;
    const { epoch, appliedV } = await oplog.heal(projectId);
    const [tasks, texts] = await Promise.all([loadTasks(projectId), comments.textsOfProject(projectId)]);
    const byTask = new Map<string, Map<string, string>>();
    for (const { taskId, id, text } of texts) {
      const known = byTask.get(taskId);
      if (known) known.set(id, text);
      else byTask.set(taskId, new Map([[id, text]]));
    }
    const index = new ProjectIndex(projectId, epoch, appliedV, this.lexicon);
    const pause = pauses();
    for (const task of tasks) {
      await index.add(task, byTask.get(task.id) ?? NO_COMMENTS, pause);
    }
    this.touch(index);
    return index;
  }

  /** Notes that an index is in use. It is weighed again: indexes grow. */
  private touch(index: ProjectIndex): void {
    this.indexes.delete(index.projectId);
    this.indexes.set(index.projectId, index);
  }
}
