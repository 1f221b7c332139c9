import { type CatchUp, MAX_DELTA_OPS } from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import type { Subscribed } from '@livelane/shared/realtime/messages.schema';
import { type TimeEstimate, timeEstimates } from '@livelane/shared/tasks/task.values';
import type { Budgets } from '../../http/budgets';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { Admission } from '../../realtime/realtime.types';
import type { SeenStore } from '../history/seen.store';
import type { AccessService } from '../members/access.service';
import type { EarlyRights } from '../members/early-rights';
import { canSee, type Viewer } from '../tasks/task.visibility';
import type { BoardForm } from './board.presenter';
import type { BoardReplica } from './board.replica';
import { BoardResponseCache } from './board-response.cache';
import { changesSightOf, viewMissed } from './op.view';
import type { Page, StreamedPage } from './page';
import type { ReplicaCache } from './replica.cache';

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  seen: SeenStore;
  budgets: Budgets;
}

export interface BoardAnswer {
  etag: string;
  /** Up to which version the caller has seen the board, on any device. */
  seenV: number;
  /** Null when the caller holds this version already. */
  page: Page | StreamedPage | null;
}

/** The first reads for a board, while the session of its request is still being looked up. */
export interface EarlyBoard {
  rights: EarlyRights;
  seen: Promise<number>;
  /** Absent if the caller seems to hold the board; their roster may turn out to be older. */
  members: ReturnType<AccessService['likelyMembers']> | undefined;
  /** Absent for a board that is not in memory. */
  board: Promise<BoardReplica> | undefined;
}

/** What the client holds: nothing, or a version of an epoch. */
interface Cursor {
  epoch?: string | undefined;
  sinceV?: number | undefined;
}

/** Reads of projects' boards: snapshots and catch-up (SPEC.md#rest, R4, R12, R13). */
export class BoardService {
  private readonly pages = new BoardResponseCache();
  /** The fingerprint of each board's latest version that was read. */
  private readonly hashes = new WeakMap<BoardReplica, { v: number; hash: string }>();

  constructor(private readonly deps: Dependencies) {}

  /** Begins to read a board for someone who is a member as far as this process remembers; null for everyone else. */
  early(userId: string, projectId: string, isHeld: (etag: string) => boolean): EarlyBoard | null {
    const { access, replicas, seen } = this.deps;
    const rights = access.early(userId, projectId);
    if (!rights) return null;
    const inMemory = replicas.seen(projectId);
    const isUnchanged = inMemory !== undefined && isHeld(etagOf(inMemory));
    const begun = {
      seen: seen.seenV(projectId, userId),
      members: isUnchanged ? undefined : access.likelyMembers(projectId),
      board: inMemory && replicas.current(projectId),
    };
    // Nobody awaits them if the session has ended.
    for (const each of Object.values(begun)) each?.catch(() => undefined);
    return { rights, ...begun };
  }

  /** @param isHeld whether the caller holds the board of this ETag */
  async projectBoard(
    userId: string,
    projectId: string,
    isHeld: (etag: string) => boolean,
    form: BoardForm,
    early: EarlyBoard | null,
  ): Promise<BoardAnswer> {
    const { access, replicas, seen, oplog } = this.deps;
    const [atFirst, seenBefore] = await Promise.all([
      access.requireProject(userId, projectId, 'board.read', early?.rights),
      early?.seen ?? seen.seenV(projectId, userId),
    ]);
    const board = await (early?.board ?? replicas.current(projectId));
    // After a restore the head may be older than the version that was seen (R6).
    const seenV = Math.min(seenBefore, board.v);
    const etag = etagOf(board);
    if (isHeld(etag)) return { etag, seenV, page: null };
    for (let { role, roster } = atFirst; ; ) {
      const likely = await early?.members;
      const members = likely?.roster === roster ? likely.members : await access.membersOf(roster);
      // The board may have changed meanwhile. Nothing older than a snapshot's version is ever sent again: neither the
      // members nor the reader's role may be older.
      if (roster.rev >= board.membersV) {
        const page = this.pages.pageFor(board, { userId, role }, members, form);
        return { etag: etagOf(board), seenV, page };
      }
      // The op is in the log, and its row on the way or left behind.
      await oplog.heal(projectId);
      ({ role, roster } = await access.requireProject(userId, projectId, 'board.read'));
    }
  }

  /** The ops after `since`, or a note that the board must be read again: the same catch-up as the socket's. */
  async catchUp(
    userId: string,
    projectId: string,
    since: number,
    epoch: string | undefined,
  ): Promise<CatchUp> {
    const { role } = await this.deps.access.requireProject(userId, projectId, 'board.read');
    return this.opsFor({ userId, role }, projectId, { epoch, sinceV: since });
  }

  /**
   * The ops that a subscribing socket has missed (R9, R13), as seen with the user's role at the answer's version: an
   * older role would still see tasks that it may no longer see.
   * @param withOps false for someone who reads the board again if they have missed any
   */
  async subscribe(userId: string, projectId: string, cursor: Cursor, withOps: boolean): Promise<Admission> {
    const roleNow = () => this.deps.access.requireProject(userId, projectId, 'board.subscribe');
    for (let before = await roleNow(); ; ) {
      const { role } = before;
      const board = await this.deps.replicas.current(projectId);
      const missed = await this.missed({ userId, role }, board, cursor, withOps);
      const { membersV } = board;
      const after = await roleNow();
      if (after.role === role && after.roster.rev >= membersV) {
        const { workspaceId, entries } = after.roster;
        const ownRoleId = entries.get(userId)?.ownRoleId ?? null;
        return { answer: { ok: true, role, ...missed }, workspaceId, ownRoleId };
      }
      // The op is in the log, and its row on the way or left behind.
      if (after.roster.rev < membersV) await this.deps.oplog.heal(projectId);
      before = after;
    }
  }

  private async missed(
    viewer: Viewer,
    board: BoardReplica,
    cursor: Cursor,
    withOps: boolean,
  ): Promise<Pick<Subscribed, 'epoch' | 'v' | 'mode' | 'ops'>> {
    const { projectId, epoch, v } = board;
    if (cursor.epoch === undefined || cursor.sinceV === undefined) return { epoch, v, mode: 'refetch' };
    if (cursor.epoch === epoch && cursor.sinceV === v) return { epoch, v, mode: 'current' };
    if (!withOps) return { epoch, v, mode: 'refetch' };
    const page = await this.opsFor(viewer, projectId, cursor);
    if ('reset' in page) return { epoch, v, mode: 'refetch' };
    return { epoch, v: page.to, mode: 'delta', ops: page.ops };
  }

  /** Who sees which task of a board; nobody sees one that is not there. */
  async taskSight(projectId: string): Promise<(viewer: Viewer, taskId: string) => boolean> {
    const board = await this.deps.replicas.current(projectId);
    return (viewer, taskId) => {
      const task = board.get(taskId);
      return task !== undefined && canSee(viewer, task);
    };
  }

  timeEstimates(): readonly TimeEstimate[] {
    return timeEstimates;
  }

  /** The board's version and fingerprint, for `board:head`. */
  async head(projectId: string): Promise<{ v: number; hash: string }> {
    const board = await this.deps.replicas.current(projectId);
    const { v } = board;
    const kept = this.hashes.get(board);
    if (kept?.v === v) return kept;
    const head = { v, hash: boardHash(board.all()) };
    this.hashes.set(board, head);
    return head;
  }

  private async opsFor(viewer: Viewer, projectId: string, { epoch, sinceV = 0 }: Cursor): Promise<CatchUp> {
    const board = await this.deps.replicas.current(projectId);
    // The board may change while the ops are read: the answer is about this version of it.
    const { v } = board;
    const behind = v - sinceV;
    if ((epoch !== undefined && epoch !== board.epoch) || behind < 0 || behind > MAX_DELTA_OPS)
      return { reset: true };
    const ops = await this.opsBetween(viewer, projectId, sinceV, v);
    // Whoever joins from version 0 on holds no card that they might not see now.
    const mayMislead = (op: StoredOp) =>
      changesSightOf(viewer, op) && !(sinceV === 0 && op.type === 'member.added');
    if (ops.length !== behind || ops.some(mayMislead)) return { reset: true };
    return {
      epoch: board.epoch,
      from: sinceV + 1,
      to: v,
      ops: viewMissed(viewer, ops),
    };
  }

  /** The ops after one version up to another; some are missing if they are more than a request may read (R32). */
  private async opsBetween(
    { userId }: Viewer,
    projectId: string,
    sinceV: number,
    v: number,
  ): Promise<StoredOp[]> {
    if (v === sinceV) return [];
    const { oplog, budgets } = this.deps;
    // Requests by socket are asked nowhere else.
    await budgets.assertBytesLeft(userId);
    const { ops, bytes } = await oplog.readWeighed(projectId, sinceV, v - sinceV);
    await budgets.spend(userId, bytes);
    return ops.filter((op) => op.v <= v);
  }
}

function etagOf({ epoch, v }: BoardReplica): string {
  return `"${epoch}:${v}"`;
}
