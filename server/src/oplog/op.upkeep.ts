import type { OpDocument, OpModel } from './op.model';

/** Ops that are rewritten at once. */
const BATCH = 200;

/** The parts of an op that hold values. */
type OpValues = Pick<OpDocument, 'patch' | 'before' | 'effect'>;

/** What time does to the log: texts are erased, answers are dropped. Versions stay without holes. */
export class OpUpkeep {
  constructor(private readonly ops: OpModel) {}

  /**
   * Rewrites the values of every op about a task, in whatever project it was, or of those about one of its comments, and drops
   * their answers. Harmless to repeat.
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
      writes.push({ updateOne: { filter: { _id }, update: { $set, $unset: { result: 1 } } } });
      if (writes.length === BATCH) await write();
    }
    await write();
    return projectIds;
  }
}
