import { Semaphore } from '@livelane/shared/semaphore';
import type { StoredTask } from '@livelane/shared/tasks/task.schema';
import { LRUCache } from 'lru-cache';
import { isDatabaseAway } from '../../database/database-away';
import { AppError } from '../../http/errors';
import type { Oplog } from '../../oplog/oplog';
import type { CommentStore } from '../comments/comment.store';
import { ProjectIndex } from './project.index';
import { SearchLexicon } from './search.lexicon';
import { pauses } from './search.pauses';

/**
 * Bytes of indexes that are kept in memory, by estimate; the least recently used are evicted first. A project whose
 * index alone would take more has none.
 */
const MAX_BYTES = 512_000_000;
/** So long such a project is not tried again. */
const REFUSED_MS = 10 * 60_000;
/** Most of them that are remembered. */
const MAX_REFUSED = 1_000;
/** Comments that a build reads at once, unless one task has more. */
const COMMENTS_AT_ONCE = 1_000;
/** Indexes that are built at once: their rows are in memory twice meanwhile. */
const BUILDS_AT_ONCE = 2;
/** An index that is this many reads of the log behind is rebuilt. */
const MAX_TAILS = 5;

const NO_COMMENTS: ReadonlyMap<string, string> = new Map();

interface Dependencies {
  oplog: Pick<Oplog, 'heal' | 'tail' | 'rowsCaughtUp' | 'onInserted'>;
  loadTasks: (projectId: string) => Promise<StoredTask[]>;
  comments: Pick<CommentStore, 'textsOf'>;
  /** The index of a project is too large, and not tried again for a while. */
  onRefused: (projectId: string) => void;
  maxBytes?: number;
}

/** A project's index would take more memory than all may (R32). */
export class IndexTooLarge extends AppError {
  constructor() {
    super('unavailable', undefined, { retryAfterSeconds: REFUSED_MS / 1000 });
  }
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
  /** Of all indexes that are kept. Terms of dropped ones remain in it. */
  private lexicon = new SearchLexicon();
  private readonly maxBytes: number;
  private readonly refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_MS });

  constructor(private readonly deps: Dependencies) {
    this.maxBytes = deps.maxBytes ?? MAX_BYTES;
    this.indexes = new LRUCache({ maxSize: this.maxBytes, sizeCalculation: ({ weight }) => weight });
    deps.oplog.onInserted((op) => {
      if (op.type === 'project.deleted') this.forget(op.projectId);
    });
  }

  /** The memory of all, in bytes, by estimate. */
  get weight(): number {
    return this.indexes.calculatedSize;
  }

  /** The index with every op up to the head, other nodes' too. @throws AppError `not_found`, IndexTooLarge */
  async current(projectId: string): Promise<ProjectIndex> {
    if (this.refused.has(projectId)) throw new IndexTooLarge();
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
      // A damaged index is rebuilt, and one that what was replaced in it makes too large. That does not help when the
      // database is away or the project is gone.
      if (!known || isDatabaseAway(error)) throw error;
      if (!(error instanceof AppError)) this.renewLexicon();
      else if (!(error instanceof IndexTooLarge)) throw error;
    }
    return this.current(projectId);
  }

  /** Forgets an index, for instance after its project is gone. */
  forget(projectId: string): void {
    this.indexes.delete(projectId);
  }

  /** Forgets an index that cannot be trusted, and with it the lexicon that it shares. */
  forgetDamaged(projectId: string): void {
    this.forget(projectId);
    this.renewLexicon();
  }

  /** Frees the present one with all indexes on it. */
  private renewLexicon(): void {
    this.lexicon = new SearchLexicon();
    this.indexes.clear();
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
      // What a round has left undone, the next one does not know.
      const isSound = (await before) ?? true;
      this.waiting.delete(index);
      return isSound && this.readOn(index);
    })();
    this.waiting.set(index, round);
    this.rounds.set(index, round);
    return round;
  }

  private async readOn(index: ProjectIndex): Promise<boolean> {
    const { projectId } = index;
    const pause = this.pausesOf(index);
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
      index.setComments(taskId, await comments.textsOf([taskId]));
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
    const { oplog, loadTasks } = this.deps;
    const { epoch, appliedV } = await oplog.heal(projectId);
    const tasks = await loadTasks(projectId);
    if (this.lexicon.weight > this.maxBytes) this.renewLexicon();
    const index = new ProjectIndex(projectId, epoch, appliedV, this.lexicon);
    const pause = this.pausesOf(index);
    try {
      for (const part of inParts(tasks)) {
        const comments = await this.commentsOf(part);
        for (const task of part) await index.add(task, comments.get(task.id) ?? NO_COMMENTS, pause);
      }
    } catch (error) {
      if (error instanceof IndexTooLarge) {
        this.refused.set(projectId, true);
        this.deps.onRefused(projectId);
      }
      throw error;
    }
    this.touch(index);
    return index;
  }

  private async commentsOf(tasks: readonly StoredTask[]): Promise<Map<string, Map<string, string>>> {
    const ids = tasks.filter(({ numOfComments }) => numOfComments > 0).map(({ id }) => id);
    const byTask = new Map(ids.map((id) => [id, new Map<string, string>()]));
    if (ids.length === 0) return byTask;
    for (const { taskId, id, text } of await this.deps.comments.textsOf(ids))
      byTask.get(taskId)?.set(id, text);
    return byTask;
  }

  /** Is called between the texts that are put into an index. @throws IndexTooLarge */
  private pausesOf(index: ProjectIndex): () => Promise<void> {
    const pause = pauses();
    return async () => {
      if (index.weight > this.maxBytes) throw new IndexTooLarge();
      await pause();
    };
  }

  /** Notes that an index is in use. It is weighed again: indexes grow. */
  private touch(index: ProjectIndex): void {
    this.indexes.delete(index.projectId);
    if (index.lexicon === this.lexicon) this.indexes.set(index.projectId, index);
  }
}

/** Tasks in parts with some 1,000 comments: of a project that is too large not all are read. */
function* inParts(tasks: readonly StoredTask[]): Generator<StoredTask[]> {
  let part: StoredTask[] = [];
  let comments = 0;
  for (const task of tasks) {
    if (part.length > 0 && comments + task.numOfComments > COMMENTS_AT_ONCE) {
      yield part;
      part = [];
      comments = 0;
    }
    part.push(task);
    comments += task.numOfComments;
  }
  yield part;
}
