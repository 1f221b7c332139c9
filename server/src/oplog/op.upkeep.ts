import { type BoardHeadModel, FORMER_UNCHANGED, type OpDocument, type OpModel } from './op.model';
import type { OpPostings } from './op.postings';

/** Ops per batch of rewrites. */
const BATCH = 200;
/** Versions whose ops are changed or removed by one command. */
const SPAN = 1_000;

/** The unique index of mutations in protocol 4, and those by person and type that postings have replaced. */
const FORMER_INDEXES = [
  'actorId_1_mutationId_1',
  'projectId_1_actorId_1_v_1',
  'projectId_1_actorId_1_type_1_v_1',
  'projectId_1_type_1_v_1',
];
/** The first text that does not begin like the ids of its kept answers. */
const AFTER_FORMER_UNCHANGED = 'unchanged0';

/** The parts of an op that hold values. */
type OpValues = Pick<OpDocument, 'patch' | 'before' | 'effect'>;

/** Ages the log: erases texts, drops answers, folds old ops. Versions stay without holes. */
export class OpUpkeep {
  constructor(
    private readonly ops: OpModel,
    private readonly heads: BoardHeadModel,
    private readonly postings: OpPostings,
  ) {}

  /** Up to which version a project's answers are dropped, and its ops folded. */
  async aged(projectId: string): Promise<{ answersV: number; oldestV: number }> {
    const head = await this.heads.findOne({ _id: projectId }, { answersV: 1, oldestV: 1 }).lean();
    return { answersV: head?.answersV ?? 0, oldestV: head?.oldestV ?? 0 };
  }

  /** Drops the answers of the ops after `fromV`, up to `upToV` (R25). */
  async dropAnswers(projectId: string, fromV: number, upToV: number): Promise<void> {
    for (let v = fromV; v < upToV; v += SPAN) {
      const last = Math.min(v + SPAN, upToV);
      const filter = { projectId, v: { $gt: v, $lte: last } };
      await this.ops.collection.updateMany(filter, { $unset: { result: 1 } });
      await this.heads.collection.updateOne({ _id: projectId as never }, { $max: { answersV: last } });
    }
  }

  /** From now on history begins after `v`, of which a checkpoint is kept; removes older ops, the oldest first (R25). */
  async foldUpTo(projectId: string, fromV: number, v: number): Promise<void> {
    await this.heads.collection.updateOne({ _id: projectId as never }, { $max: { oldestV: v } });
    for (let last = fromV; last < v; ) {
      last = Math.min(last + SPAN, v);
      await this.ops.collection.deleteMany({ projectId, v: { $gt: 0, $lte: last } });
    }
    await this.postings.removeUpTo(projectId, v);
  }

  /**
   * Removes data that only former nodes need: keys that are unique over all projects, kept answers under ids of their
   * own, and former indexes (R22, R35). Harmless to repeat.
   */
  async retireFormerKeys(): Promise<void> {
    const { collection } = this.ops;
    const former = collection.find(
      { projectId: { $gte: FORMER_UNCHANGED, $lt: AFTER_FORMER_UNCHANGED } },
      { projection: { projectId: 1, v: 1 } },
    );
    for await (const { _id, projectId, v } of former) {
      const $set = { projectId: (projectId as string).slice(FORMER_UNCHANGED.length), v: -1 - (v as number) };
      await collection.updateOne({ _id, projectId }, { $set });
    }
    const names = new Set((await collection.indexes()).map(({ name }) => name));
    for (const former of FORMER_INDEXES) if (names.has(former)) await collection.dropIndex(former);
  }

  /**
   * Rewrites the values of every op about a task, in all of its projects, or about one of its comments, drops their
   * answers, and marks their projects' pasts as changed. Harmless to repeat.
   * @returns the projects that they are in
   */
  async rewrite(
    { taskId, commentId }: { taskId: string; commentId?: string },
    change: <Value>(value: Value) => Value,
  ): Promise<Set<string>> {
    const about =
      commentId === undefined
        ? { taskId }
        : {
            taskId,
            $or: [
              { 'patch.commentId': commentId },
              { createdId: commentId },
              { 'patch.comment.id': commentId },
            ],
          };
    const projectIds = new Set<string>();
    const found = this.ops.collection
      .find(about, { projection: { projectId: 1, patch: 1, before: 1, effect: 1 } })
      .batchSize(BATCH);
    let writes: object[] = [];
    const write = async () => {
      if (writes.length > 0) await this.ops.collection.bulkWrite(writes as never[], { ordered: false });
      writes = [];
    };
    for await (const { _id, projectId, ...values } of found) {
      projectIds.add(projectId as string);
      const $set = change(values as unknown as OpValues);
      writes.push({ updateOne: { filter: { _id, projectId }, update: { $set, $unset: { result: 1 } } } });
      if (writes.length === BATCH) await write();
    }
    await write();
    for (const projectId of projectIds) await this.markErased(projectId);
    return projectIds;
  }

  /** Makes all nodes read this project's past again. */
  async markErased(projectId: string): Promise<void> {
    await this.heads.collection.updateOne({ _id: projectId as never }, { $inc: { erasures: 1 } });
  }
}
