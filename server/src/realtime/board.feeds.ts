import { MAX_DELTA_OPS } from '@livelane/shared/boards/board.schema';
import { projectRoom } from '@livelane/shared/realtime/rooms';
import { Semaphore } from '@livelane/shared/semaphore';
import type { Logger } from 'pino';
import type { NodeBus } from '../nodes/node.bus';
import { KeyedQueue } from '../oplog/keyed-queue';
import type { StoredOp } from '../oplog/op.types';
import { terminate } from './back-pressure';
import type { BoardRooms } from './board.rooms';
import { OpSender } from './op.sender';
import type {
  Admission,
  BoardSource,
  Feed,
  Joining,
  LiveServer,
  LiveSocket,
  RealtimeObserver,
} from './realtime.types';

/** Boards that a sweep reads at the same time. */
const BOARDS_AT_ONCE = 8;

/** Followers of boards that are not in their rooms. */
interface BoardFollowers {
  /** The next op of a board that is watched. */
  onOp(op: StoredOp): void;
  /** A board has begun a new epoch. */
  reset(projectId: string): void;
  isFollowed(projectId: string): boolean;
}

interface Dependencies {
  io: LiveServer;
  rooms: BoardRooms;
  bus: NodeBus;
  boards: BoardSource;
  logger: Logger;
  observer: RealtimeObserver;
  /** A user has lost the right to a board with the op of that version. */
  onRemoved: (projectId: string, userId: string, v: number) => void;
  /** The op that deletes the board has been sent to a socket. */
  onDeleted: (projectId: string, socket: LiveSocket) => void;
  followers: BoardFollowers;
}

/**
 * Sends each board's ops to its room, in version order and without duplicates (R8), whether they come from
 * this node, another one or a heal.
 */
export class BoardFeeds {
  private readonly feeds = new Map<string, Feed>();
  private readonly queue = new KeyedQueue();
  /** Versions that the other nodes have not been told of yet, by project. */
  private readonly untold = new Map<string, number>();
  private readonly sender: OpSender;

  constructor(private readonly deps: Dependencies) {
    this.sender = new OpSender(deps);
  }

  get projectIds(): string[] {
    return [...this.feeds.keys()];
  }

  /** Called before a subscriber's board is read: from here on no committed op is missed. */
  open(projectId: string): Feed {
    const known = this.feeds.get(projectId);
    if (known) return known;
    const feed: Feed = {
      epoch: '',
      workspaceId: null,
      rolesRev: 0,
      lastV: null,
      firstV: 0,
      announcedV: 0,
      joining: new Set(),
      bulk: [],
    };
    this.feeds.set(projectId, feed);
    return feed;
  }

  /** For a follower who holds that version. @returns the feed, with its version */
  follow(
    projectId: string,
    { epoch, v, workspaceId }: { epoch: string; v: number; workspaceId: string },
  ): Readonly<Feed> {
    const feed = this.open(projectId);
    feed.workspaceId = workspaceId;
    // The next sweep finds ops committed in the meantime.
    if (feed.lastV === null) Object.assign(feed, { epoch, lastV: v, firstV: v });
    return feed;
  }

  /**
   * Called after a subscriber's answer, whose ops need not be sent.
   * @returns false when the feed began with another one's later answer: the ops in between were sent to
   *   nobody, so this subscriber must read again
   */
  beginAt(
    projectId: string,
    feed: Feed,
    { answer: { epoch, v }, workspaceId }: Pick<Admission, 'answer' | 'workspaceId'>,
  ): boolean {
    feed.workspaceId = workspaceId;
    if (feed.lastV !== null) return v >= feed.firstV;
    feed.epoch = epoch;
    feed.lastV = v;
    feed.firstV = v;
    if (feed.announcedV > v) void this.bringUpToDate(projectId, feed.announcedV);
    return true;
  }

  /** Forgets a board that nobody watches. */
  closeIfEmpty(projectId: string): void {
    if (this.deps.rooms.has(projectId) || this.deps.followers.isFollowed(projectId)) return;
    if (!this.feeds.get(projectId)?.joining.size) this.feeds.delete(projectId);
  }

  /** An op that this node has committed. */
  committed(op: StoredOp): void {
    const { projectId, v } = op;
    this.push(op);
    // Ops that were committed together arrive here in one turn: one message for all.
    if (this.untold.size === 0) queueMicrotask(() => this.tellOthers());
    this.untold.set(projectId, v);
    if (op.type !== 'member.removed') return;
    const { userId } = op.patch;
    this.tellOthers();
    // Also if nobody follows the board, or its feed is behind.
    this.deps.onRemoved(projectId, userId, v);
    this.deps.bus.send({ kind: 'removed', projectId, userId, v });
  }

  private tellOthers(): void {
    for (const [projectId, v] of this.untold) this.deps.bus.send({ kind: 'board', projectId, v });
    this.untold.clear();
  }

  private push(op: StoredOp): void {
    const feed = this.feeds.get(op.projectId);
    if (!feed || !this.isNews(feed, op.v)) return;
    if (op.v === feed.lastV + 1) this.broadcast(feed, op);
    else {
      this.deps.observer.gap();
      void this.bringUpToDate(op.projectId, op.v);
    }
  }

  /** Another node reports a version of the log. */
  reached(projectId: string, v: number): void {
    const feed = this.feeds.get(projectId);
    if (feed && this.isNews(feed, v)) void this.bringUpToDate(projectId, v);
  }

  /** A version is announced: its op may be sent. One that has not begun yet sends it when it does. */
  private isNews(feed: Feed, v: number): feed is Feed & { lastV: number } {
    if (feed.lastV !== null) return v > feed.lastV;
    feed.announcedV = Math.max(feed.announcedV, v);
    return false;
  }

  /** Sends ops that have been committed since the last sweep and were not announced here: by other nodes, or healed. */
  async sweep(): Promise<void> {
    if (this.feeds.size === 0) return;
    const { boards } = this.deps;
    const workspaceIds = [...this.feeds.values()].flatMap(({ workspaceId }) => workspaceId ?? []);
    await boards.readRoles(new Set(workspaceIds));
    const projectIds = [...this.feeds].flatMap(([projectId, { lastV }]) =>
      lastV !== null && boards.mayHaveMore(projectId, lastV) ? [projectId] : [],
    );
    if (projectIds.length === 0) return;
    const behind: Array<() => Promise<void>> = [];
    for (const [projectId, head] of await boards.heads(projectIds)) {
      const feed = this.feeds.get(projectId);
      if (!feed || feed.lastV === null) continue;
      if (head.epoch !== feed.epoch) this.reset(projectId, feed, head);
      else if (head.v > feed.lastV) behind.push(() => this.bringUpToDate(projectId, head.v));
    }
    const semaphore = new Semaphore(BOARDS_AT_ONCE);
    await Promise.all(behind.map((read) => semaphore.run(read)));
  }

  async sendHeads(): Promise<void> {
    for (const projectId of this.projectIds.filter((id) => this.deps.rooms.has(id))) {
      try {
        const { v, hash } = await this.deps.boards.head(projectId);
        this.deps.io.to(projectRoom(projectId)).emit('board:head', { projectId, v, hash });
      } catch (error) {
        this.deps.logger.warn(
          { err: error, projectId },
          'no head of this board could be sent; others get theirs',
        );
      }
    }
  }

  /**
   * Ends a user's part in a board: their sockets leave before anything later is sent (R11).
   * @param v the version that removed the right; someone who subscribed at that version or later has it again
   */
  evict(projectId: string, userId: string, v: number): void {
    const { rooms } = this.deps;
    for (const joining of this.joiningOf(projectId))
      if (joining.socket.data.userId === userId) joining.isOutdated = true;
    for (const socket of rooms.socketsIn(projectId)) {
      const { userId: owner, boards } = socket.data;
      if (owner === userId && (boards.get(projectId)?.sinceV ?? 0) < v) rooms.remove(projectId, socket);
    }
    this.closeIfEmpty(projectId);
  }

  private reset(projectId: string, feed: Feed, head: { epoch: string; v: number }): void {
    feed.epoch = head.epoch;
    feed.lastV = head.v;
    feed.firstV = 0;
    for (const joining of feed.joining) joining.isOutdated = true;
    this.deps.boards.forget(projectId);
    this.deps.observer.reset('epoch');
    this.deps.io.to(projectRoom(projectId)).emit('board:reset', { projectId, reason: 'epoch' });
    this.deps.followers.reset(projectId);
  }

  /**
   * Reads the log and sends new ops up to version `v`, unless that has been sent meanwhile. Later ones are announced once
   * they are applied.
   */
  private bringUpToDate(projectId: string, v: number): Promise<void> {
    return this.queue.run(projectId, async () => {
      const feed = this.feeds.get(projectId);
      if (!feed || feed.lastV === null) return;
      try {
        while (feed.lastV < v) {
          const ops = await this.deps.boards.opsAfter(projectId, feed.lastV);
          const [first] = ops;
          if (!first) break;
          // R11: people who lost their right with a workspace's role before these ops leave first.
          if (feed.workspaceId) await this.deps.boards.readRoles([feed.workspaceId]);
          // Closed meanwhile, and perhaps opened again at a later version.
          if (this.feeds.get(projectId) !== feed) return;
          if (first.v > feed.lastV + 1) this.skipFolded(projectId, feed, first.v - 1);
          for (const op of ops) if (op.v === feed.lastV + 1 && op.v <= v) this.broadcast(feed, op);
        }
      } catch (error) {
        this.deps.logger.warn(
          { err: error, projectId },
          'the ops of a board could not be read; the next sweep tries again',
        );
      }
    });
  }

  /**
   * The ops up to that version are folded (R25), and with them changes of rights: subscribers lose their connections,
   * come back with a new subscription and read the board again (R10, R11).
   */
  private skipFolded(projectId: string, feed: Feed, v: number): void {
    feed.lastV = v;
    feed.firstV = v;
    for (const joining of feed.joining) joining.isOutdated = true;
    this.deps.observer.reset('gap');
    for (const socket of this.deps.rooms.socketsIn(projectId)) {
      this.deps.rooms.remove(projectId, socket);
      terminate(socket);
    }
    this.deps.followers.reset(projectId);
    this.closeIfEmpty(projectId);
  }

  private broadcast(feed: Feed, op: StoredOp): void {
    feed.lastV = op.v;
    this.deps.followers.onOp(op);
    for (const joining of feed.joining) {
      joining.isOutdated ||= joining.missed.length >= MAX_DELTA_OPS;
      if (!joining.isOutdated) joining.missed.push(op);
    }
    const [held] = feed.bulk;
    if (held && held.bulkId !== op.bulkId) this.sendBulk(feed);
    if (op.bulkId !== undefined) {
      // Ops that were committed together arrive here in one turn.
      if (feed.bulk.length === 0) queueMicrotask(() => this.sendBulk(feed));
      feed.bulk.push(op);
      return;
    }
    this.guarded(this.deps.io.to(projectRoom(op.projectId)), op, () => {
      this.send(feed, op);
      this.deps.observer.fannedOut(op);
    });
  }

  /** One message to each socket; changes of cards leave all rights as they are. */
  private sendBulk(feed: Feed): void {
    const ops = feed.bulk;
    const [first, last] = [ops[0], ops.at(-1)];
    feed.bulk = [];
    if (!first || !last) return;
    const { projectId } = first;
    this.guarded(this.deps.io.to(projectRoom(projectId)), last, () => {
      this.sender.sendTogether(ops, feed.epoch);
      for (const op of ops) this.deps.observer.fannedOut(op);
    });
  }

  /** An op that cannot be sent must not stop the others: its recipients read the board again. */
  private guarded(recipients: Pick<LiveSocket, 'emit'>, { projectId, v }: StoredOp, send: () => void): void {
    try {
      send();
    } catch (error) {
      this.deps.logger.error({ err: error, projectId, v }, 'an op could not be sent');
      this.deps.observer.reset('error');
      recipients.emit('board:reset', { projectId, reason: 'error' });
    }
  }

  private send(feed: Feed, op: StoredOp): void {
    const { projectId, v } = op;
    if (op.type === 'member.removed') this.deps.onRemoved(projectId, op.patch.userId, v);
    this.sender.send(op, feed.epoch);
    if (op.type === 'project.deleted') {
      for (const socket of this.deps.rooms.socketsIn(projectId)) {
        this.deps.rooms.remove(projectId, socket);
        this.deps.onDeleted(projectId, socket);
      }
      this.feeds.delete(projectId);
    }
  }

  /** Sends an op to one socket, or makes it read the board again. */
  sendOrReset(socket: LiveSocket, op: StoredOp, epoch: string): void {
    this.guarded(socket, op, () => this.sender.sendTo(socket, op, epoch));
  }

  /** The boards of a workspace that are followed, and those whose first subscriber's answer is being read. */
  ofWorkspace(workspaceId: string): string[] {
    return [...this.feeds].flatMap(([projectId, feed]) =>
      feed.workspaceId === null || feed.workspaceId === workspaceId ? projectId : [],
    );
  }

  /** Notes that the roles of its workspace are applied to a board. @returns false if later ones have been before */
  noteRoles(projectId: string, { workspaceId, rev }: { workspaceId: string; rev: number }): boolean {
    const feed = this.feeds.get(projectId);
    if (feed?.workspaceId !== workspaceId || rev < feed.rolesRev) return false;
    feed.rolesRev = rev;
    return true;
  }

  /** Those whose answers are being read. */
  joiningOf(projectId: string): Iterable<Joining> {
    return this.feeds.get(projectId)?.joining ?? [];
  }
}
