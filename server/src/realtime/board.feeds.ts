import { projectRoom, userRoom } from '@livelane/shared/realtime/rooms';
import type { Logger } from 'pino';
import { KeyedQueue } from '../oplog/keyed.queue';
import type { StoredOp } from '../oplog/op.types';
import type { BoardSource, LiveServer, LiveSocket, RealtimeObserver } from './realtime.types';

/** What this node has told the subscribers of one board. */
interface Feed {
  epoch: string;
  /** The latest version that was sent to the room; null until the first subscriber's answer is known. */
  lastV: number | null;
  /** Everything after this version was sent to the room. */
  firstV: number;
}

/**
 * Sends each board's ops to its room, in version order and without doubles (R8), whether this node
 * committed them or another one did, or a heal brought them to light.
 */
export class BoardFeeds {
  private readonly feeds = new Map<string, Feed>();
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly io: LiveServer,
    private readonly boards: BoardSource,
    private readonly logger: Logger,
    private readonly observer: RealtimeObserver,
    /** A socket has lost its right to a board. */
    private readonly onEvicted: (projectId: string, socketId: string) => void,
  ) {}

  get projectIds(): string[] {
    return [...this.feeds.keys()];
  }

  /** Before the first subscriber's board is read: from here on nothing that is committed is missed (R9). */
  open(projectId: string): void {
    if (!this.feeds.has(projectId)) this.feeds.set(projectId, { epoch: '', lastV: null, firstV: 0 });
  }

  /**
   * After a subscriber's answer: what it holds need not be sent.
   * @returns false when the feed began with another one's later answer: what lies between was sent to
   *   nobody, so this subscriber must read again
   */
  started(projectId: string, epoch: string, v: number): boolean {
    const feed = this.feeds.get(projectId);
    if (!feed) return true;
    if (feed.lastV !== null) return v >= feed.firstV;
    feed.epoch = epoch;
    feed.lastV = v;
    feed.firstV = v;
    void this.bringUpToDate(projectId, Number.POSITIVE_INFINITY);
    return true;
  }

  /** Forgets a board whose room is empty. */
  closeIfEmpty(projectId: string): void {
    if (!this.io.sockets.adapter.rooms.has(projectRoom(projectId))) this.feeds.delete(projectId);
  }

  /** An op that this node has committed. */
  committed(op: StoredOp): void {
    const feed = this.feeds.get(op.projectId);
    if (!feed || feed.lastV === null || op.v <= feed.lastV) return;
    if (op.v === feed.lastV + 1) this.broadcast(feed, op);
    else {
      this.observer.gap();
      void this.bringUpToDate(op.projectId, op.v);
    }
  }

  /** Another node says that the log has got so far. */
  poked(projectId: string, v: number): void {
    const feed = this.feeds.get(projectId);
    if (feed && feed.lastV !== null && v > feed.lastV) void this.bringUpToDate(projectId, v);
  }

  /** Sends what other nodes have committed since the last look. */
  async sweep(): Promise<void> {
    const projectIds = this.projectIds;
    if (projectIds.length === 0) return;
    const heads = await this.boards.heads(projectIds);
    for (const [projectId, head] of heads) {
      const feed = this.feeds.get(projectId);
      if (!feed || feed.lastV === null) continue;
      if (head.epoch !== feed.epoch) this.reset(projectId, feed, head);
      else if (head.v > feed.lastV) await this.bringUpToDate(projectId, head.v);
    }
  }

  async sendHeads(): Promise<void> {
    for (const projectId of this.projectIds) {
      const { v, hash } = await this.boards.head(projectId);
      this.io.to(projectRoom(projectId)).emit('board:head', { projectId, v, hash });
    }
  }

  /** Ends a user's part in a board: his sockets leave before anything later is sent (R11). */
  evict(projectId: string, userId: string): void {
    const sockets = this.socketsIn(projectId).filter((socket) => socket.data.userId === userId);
    if (sockets.length === 0) return;
    for (const socket of sockets) this.removeFrom(projectId, socket);
    this.closeIfEmpty(projectId);
    // His other windows hear of it too: one may show the project's users or settings.
    this.io.to(userRoom(userId)).emit('access:revoked', { scope: 'project', id: projectId });
  }

  private removeFrom(projectId: string, socket: LiveSocket): void {
    socket.leave(projectRoom(projectId));
    socket.data.roles.delete(projectId);
    this.onEvicted(projectId, socket.id);
  }

  private reset(projectId: string, feed: Feed, head: { epoch: string; v: number }): void {
    feed.epoch = head.epoch;
    feed.lastV = head.v;
    feed.firstV = 0;
    this.boards.forget(projectId);
    this.observer.reset('epoch');
    this.io.to(projectRoom(projectId)).emit('board:reset', { projectId, reason: 'epoch' });
  }

  /** Reads the log and sends what is new, unless version `v` has been sent meanwhile. */
  private bringUpToDate(projectId: string, v: number): Promise<void> {
    return this.queue.run(projectId, async () => {
      const feed = this.feeds.get(projectId);
      if (!feed || feed.lastV === null) return;
      try {
        while (feed.lastV < v) {
          const ops = await this.boards.opsAfter(projectId, feed.lastV);
          if (ops.length === 0) break;
          for (const op of ops) if (op.v === feed.lastV + 1) this.broadcast(feed, op);
        }
      } catch (error) {
        this.logger.warn(
          { err: error, projectId },
          'the ops of a board could not be read; the next sweep tries again',
        );
      }
    });
  }

  private broadcast(feed: Feed, op: StoredOp): void {
    feed.lastV = op.v;
    try {
      this.send(feed, op);
      this.observer.fannedOut(op);
    } catch (error) {
      this.logger.error({ err: error, projectId: op.projectId, v: op.v }, 'an op could not be sent');
      this.observer.reset('error');
      this.io.to(projectRoom(op.projectId)).emit('board:reset', { projectId: op.projectId, reason: 'error' });
    }
  }

  private send(feed: Feed, op: StoredOp): void {
    const { projectId, v } = op;
    const envelope = { projectId, epoch: feed.epoch, from: v, to: v };
    if (op.type === 'member.removed') this.evict(projectId, op.patch.userId);
    const room = projectRoom(projectId);
    if (this.boards.isSameForAll(op)) {
      const shown = this.boards.viewOp({ userId: '', role: 'viewer' }, op);
      this.io.to(room).emit('board:ops', { ...envelope, ops: [shown] });
    } else {
      for (const socket of this.socketsIn(projectId)) this.sendTo(socket, op, envelope);
    }
    if (op.type === 'project.deleted') {
      for (const socket of this.socketsIn(projectId)) {
        this.removeFrom(projectId, socket);
        socket.emit('access:revoked', { scope: 'project', id: projectId });
      }
      this.feeds.delete(projectId);
    }
  }

  private sendTo(
    socket: LiveSocket,
    op: StoredOp,
    envelope: { projectId: string; epoch: string; from: number; to: number },
  ): void {
    const { userId, roles } = socket.data;
    const role = roles.get(op.projectId);
    if (!role) return;
    if (op.type === 'member.roleChanged' && op.patch.userId === userId)
      roles.set(op.projectId, op.patch.roleId);
    if (this.boards.changesSightOf({ userId, role }, op)) {
      this.observer.reset('gap');
      socket.emit('board:reset', { projectId: op.projectId, reason: 'gap' });
      return;
    }
    socket.emit('board:ops', { ...envelope, ops: [this.boards.viewOp({ userId, role }, op)] });
  }

  private socketsIn(projectId: string): LiveSocket[] {
    const ids = this.io.sockets.adapter.rooms.get(projectRoom(projectId)) ?? new Set<string>();
    return [...ids].flatMap((id) => this.io.sockets.sockets.get(id) ?? []);
  }
}
