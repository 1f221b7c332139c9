import { randomInt, randomUUID } from 'node:crypto';
import type { OpType } from '@livelane/shared/boards/op.schema';
import { mongo, trusted } from 'mongoose';
import { deleteInParts } from '../database/delete-in-parts';
import { isDuplicateKey } from '../database/duplicate-key';
import { findAll } from '../database/joined-reads';
import { rowsOf } from '../database/rows';
import { untilMajority } from './majority';
import { OpHistory } from './op.history';
import {
  type BoardHeadModel,
  FORMER_UNCHANGED,
  type KnownMutation,
  type OpDocument,
  type OpModel,
  toStoredOp,
  UNCHANGED,
  type UnchangedDocument,
  UnknownOp,
} from './op.model';
import type { OpPostings } from './op.postings';
import type { StoredOp } from './op.types';
import { firstWithin, readWeighed, type WeighedOps } from './weighed.reads';

const INSERT = { ordered: true, ignoreUndefined: true };
/** Ops that contain a person's name, for boards that do not know them yet. */
const NAMING_TYPES: OpType[] = ['member.added', 'member.roleChanged'];
/** So many ops are read without being weighed: those of the largest tasks have some 4 MB. */
const FEW_OPS = 12;
/** How many boards one query is about: someone may follow very many (R34). */
const HEADS_AT_ONCE = 500;
/** How long the key of a request that changed nothing is known. */
const UNCHANGED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Kept answers of a project have random numbers from this one to -1: duplicates are too unlikely to matter. */
const LOWEST_UNCHANGED = -(2 ** 48 - 1);

export interface LogHead {
  epoch: string;
  appliedV: number;
  /** Ops up to here have been folded away (R25); absent: none. */
  oldestV?: number;
  erasures?: number;
}

/**
 * Reads and writes of the log's two collections. Reads of ops throw UnknownOp for one that this version does not know
 * (R22).
 */
export class OpStore {
  /** The ops of the past by task, person and type. */
  readonly history: OpHistory;

  constructor(
    private readonly ops: OpModel,
    private readonly heads: BoardHeadModel,
    private readonly postings: OpPostings,
  ) {
    this.history = new OpHistory(ops, postings);
  }

  /** The collection of the ops. */
  get logName(): string {
    return this.ops.collection.name;
  }

  async createHead(projectId: string): Promise<void> {
    await this.heads.insertOne({ _id: projectId, epoch: randomUUID(), appliedV: 0 });
  }

  async head(projectId: string): Promise<LogHead | null> {
    return this.heads.findOne({ _id: projectId }, { epoch: 1, appliedV: 1, oldestV: 1, erasures: 1 }).lean();
  }

  async headsOf(projectIds: readonly string[]): Promise<Map<string, LogHead>> {
    const found = new Map<string, LogHead>();
    for (let first = 0; first < projectIds.length; first += HEADS_AT_ONCE) {
      const part = projectIds.slice(first, first + HEADS_AT_ONCE);
      for (const head of await this.heads.find({ _id: trusted({ $in: part }) }).lean())
        found.set(head._id, head);
    }
    return found;
  }

  async raiseAppliedV(projectId: string, v: number): Promise<void> {
    await this.heads.collection.updateOne(
      { _id: projectId as never, appliedV: { $lt: v } },
      { $set: { appliedV: v } },
    );
  }

  /** Projects with unapplied ops. */
  async unapplied(): Promise<string[]> {
    const heads = await this.heads.find({}, { appliedV: 1 }).lean();
    const found: string[] = [];
    for (let first = 0; first < heads.length; first += HEADS_AT_ONCE) {
      const next = heads
        .slice(first, first + HEADS_AT_ONCE)
        .map(({ _id, appliedV }) => ({ projectId: _id, v: appliedV + 1 }));
      const ops = await this.ops.collection
        .find({ $or: next }, { projection: { _id: 0, projectId: 1 } })
        .toArray();
      found.push(...ops.map(({ projectId }) => projectId as string));
    }
    return found;
  }

  async removeProject(projectId: string): Promise<void> {
    await deleteInParts(rowsOf(this.ops), { projectId: { $in: withFormer([projectId]) } });
    await this.postings.removeProject(projectId);
    await this.heads.deleteOne({ _id: projectId });
  }

  /** Ops after `sinceV` in order, at most `limit`: also those that the majority of a replica set may lack. */
  async after(projectId: string, sinceV: number, limit: number): Promise<StoredOp[]> {
    const found = await findAll(
      this.ops.collection,
      { projectId, v: { $gt: sinceV } },
      { projection: { fingerprint: 0, result: 0 }, sort: { v: 1 }, limit },
    );
    return found.map((op) => toStoredOp(op as unknown as OpDocument));
  }

  /** The same until they have `maxBytes`. */
  afterWithin(projectId: string, sinceV: number, limit: number, maxBytes: number): Promise<WeighedOps> {
    return readWeighed(this.ops, { projectId, v: { $gt: sinceV } }, { sort: { v: 1 }, limit }, maxBytes);
  }

  /** The same where few or none are expected: the first few are read with others' questions. */
  async fewAfter(projectId: string, sinceV: number, limit: number, maxBytes: number): Promise<WeighedOps> {
    const few = await this.after(projectId, sinceV, FEW_OPS);
    const first = firstWithin(few, maxBytes);
    const last = first.ops.at(-1);
    if (!last || first.isCut || few.length < FEW_OPS) return first;
    const more = await this.afterWithin(projectId, last.v, limit - FEW_OPS, maxBytes - first.bytes);
    // Those in between may have been folded away meanwhile (R25).
    if (more.ops[0] && more.ops[0].v > last.v + 1) return { ...first, isCut: true };
    return { ops: [...first.ops, ...more.ops], bytes: first.bytes + more.bytes, isCut: more.isCut };
  }

  /**
   * All ops after these versions of several projects by one query; null for more than `limit` or `maxBytes` in all, or
   * with an unknown op.
   */
  async afterEach(
    cursors: ReadonlyArray<{ projectId: string; sinceV: number }>,
    limit: number,
    maxBytes: number,
  ): Promise<WeighedOps[] | null> {
    const filter = { $or: cursors.map(({ projectId, sinceV }) => ({ projectId, v: { $gt: sinceV } })) };
    const found = await readWeighed(this.ops, filter, { limit: limit + 1 }, maxBytes).catch(ignoreUnknown);
    if (!found || found.isCut || found.ops.length > limit) return null;
    const all = found.ops.sort((a, b) => a.v - b.v);
    return cursors.map(({ projectId, sinceV }) => {
      const ops = all.filter((op) => op.projectId === projectId && op.v > sinceV);
      return { ops, bytes: (found.bytes * ops.length) / Math.max(all.length, 1), isCut: false };
    });
  }

  /** True for the id of a comment that an op has added in any project. */
  async isCommentCreated(createdId: string): Promise<boolean> {
    return (await this.ops.collection.findOne({ createdId }, { projection: { _id: 1 } })) !== null;
  }

  /** The approximate number of ops in the log. */
  async size(): Promise<number> {
    return this.ops.estimatedDocumentCount();
  }

  /** Removes a person's name from the ops that contain it (R24). */
  async forgetName(userId: string): Promise<void> {
    await this.ops.collection.updateMany(
      { 'patch.userId': userId, type: { $in: NAMING_TYPES } },
      { $set: { 'patch.firstName': '', 'patch.surname': '' } },
    );
  }

  /** The version of the latest op; 0 when there is none. */
  async lastV(projectId: string): Promise<number> {
    const found = await this.ops.collection.findOne(
      { projectId, v: { $gt: 0 } },
      { projection: { v: 1 }, sort: { v: -1 } },
    );
    return (found?.v as number | undefined) ?? 0;
  }

  /** When that op was committed; null when it is not kept. */
  async timeOf(projectId: string, v: number): Promise<string | null> {
    const found = await this.ops.collection.findOne({ projectId, v }, { projection: { at: 1 } });
    return (found?.at as string | undefined) ?? null;
  }

  /** When these versions were committed, in their order; those that are not kept are left out. */
  async timesOf(projectId: string, versions: readonly number[]): Promise<Array<{ v: number; at: string }>> {
    const found = await this.ops.collection
      .find({ projectId, v: { $in: [...versions] } }, { projection: { _id: 0, v: 1, at: 1 }, sort: { v: 1 } })
      .toArray();
    return found as unknown as Array<{ v: number; at: string }>;
  }

  /** The version of every project, as far as applied, by id. */
  async allHeads(): Promise<Map<string, number>> {
    const heads = new Map<string, number>();
    for (let last = ''; ; ) {
      const found = await this.heads.collection
        .find(
          { _id: { $gt: last as never } },
          { projection: { appliedV: 1 }, sort: { _id: 1 }, limit: HEADS_AT_ONCE },
        )
        .toArray();
      for (const { _id, appliedV } of found) heads.set(String(_id), appliedV as number);
      if (found.length < HEADS_AT_ONCE) return heads;
      last = String(found.at(-1)?._id);
    }
  }

  /**
   * The op of a mutation that was committed before, in one of these projects. Waits until the majority of the replica
   * set has it: a fail-over may undo it until then, and an answer would be a promise (R7).
   * @throws AppError `unavailable` when the majority does not get it in time
   */
  async byMutation(
    projectIds: readonly string[],
    actorId: string,
    mutationId: string,
  ): Promise<KnownMutation | null> {
    const mutation = { projectId: { $in: withFormer(projectIds) }, actorId, mutationId };
    return untilMajority(async () => {
      if (!(await this.ops.collection.findOne(mutation, { projection: { _id: 1 } }))) return null;
      const found = await this.ops.collection.findOne(mutation, { readConcern: 'majority' });
      return (found as unknown as KnownMutation | null) ?? undefined;
    });
  }

  /** The same for several mutations of one person in one project. */
  async byMutations(
    projectId: string,
    actorId: string,
    mutationIds: readonly string[],
  ): Promise<Map<string, KnownMutation>> {
    const mutations = { actorId, mutationId: { $in: [...mutationIds] } };
    const found = await this.ops.collection
      .find({ projectId: { $in: withFormer([projectId]) }, ...mutations }, { readConcern: 'majority' })
      .toArray();
    return new Map(found.map((op) => [op.mutationId as string, op as unknown as KnownMutation]));
  }

  /**
   * Whether the log has this very op: that of the primary, or (`majority`) that of the majority of the replica set, which
   * no fail-over can undo (R2).
   */
  async has({ id, projectId, v }: StoredOp, readConcern: 'local' | 'majority'): Promise<boolean> {
    const place = { projectId, v, _id: id as never };
    return (await this.ops.collection.findOne(place, { projection: { _id: 1 }, readConcern })) !== null;
  }

  /** True when a task of that id, which a client minted, has been created in some project. */
  async isCreated(newTaskId: string): Promise<boolean> {
    return (await this.ops.collection.findOne({ newTaskId }, { projection: { _id: 1 } })) !== null;
  }

  /** Keeps the answer of a request that changed nothing. False when its key is taken. */
  async keepUnchanged(
    answer: Pick<OpDocument, 'projectId' | 'actorId' | 'mutationId' | 'fingerprint' | 'result'> & {
      v: number;
    },
  ): Promise<boolean> {
    const now = Date.now();
    const document: UnchangedDocument = {
      _id: randomUUID(),
      ...answer,
      type: UNCHANGED,
      v: randomInt(LOWEST_UNCHANGED, 0),
      patch: { v: answer.v },
      result: answer.result,
      at: new Date(now).toISOString(),
      expiresAt: new Date(now + UNCHANGED_KEPT_MS),
    };
    return (await this.insert([document as unknown as OpDocument])) === 1;
  }

  /**
   * Inserts ops at their versions, in order: the commit point of each. Stops at the first whose place or
   * mutation is taken (R2), so the log never has a hole.
   * @returns how many were inserted
   */
  async insert(ops: readonly OpDocument[]): Promise<number> {
    try {
      const [first] = ops;
      // Usually there is one, and `insertOne` is faster in the driver.
      if (ops.length === 1) await this.ops.collection.insertOne(first as never, INSERT);
      else await this.ops.collection.insertMany([...ops] as never[], INSERT);
      return ops.length;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (!(error instanceof mongo.MongoBulkWriteError)) return 0;
      // The ops before it count only once the majority has them.
      if (error.result.getWriteConcernError()) throw error;
      return error.insertedCount;
    }
  }
}

function ignoreUnknown(error: unknown): null {
  if (error instanceof UnknownOp) return null;
  throw error;
}

/** Protocol 4 kept answers under an id of their own, and an old node may still do so (R22). */
function withFormer(projectIds: readonly string[]): string[] {
  return projectIds.flatMap((id) => [id, `${FORMER_UNCHANGED}${id}`]);
}
