import type { BoardFeeds } from './board.feeds';
import type { Connections } from './connections';
import type { PersonalFeeds } from './personal.feeds';
import type { LiveSocket } from './realtime.types';

/** Later than the version of any op. */
const ALWAYS = Number.POSITIVE_INFINITY;

/** Ends people's parts in boards before anything later is sent (R11); each of their sockets is notified once, on any page. */
export class Evictions {
  /** By user and project, a version that none of their sockets was notified beyond; absent where none was. */
  private readonly notifiedUpTo = new Map<string, Map<string, number>>();

  constructor(
    private readonly feeds: BoardFeeds,
    private readonly personal: PersonalFeeds,
    private readonly connections: Connections,
  ) {}

  /** The op of that version has removed their right. */
  removed(projectId: string, userId: string, v: number): void {
    this.evict(projectId, userId, v);
    for (const socket of this.connections.of(userId)) {
      const { boards, revokedAt } = socket.data;
      // The op of a loss that they have been notified of: they may lose the right once more, by a later op.
      if (revokedAt.get(projectId) === ALWAYS) revokedAt.set(projectId, v);
      // Anyone still on the board has the right again.
      else if (!boards.has(projectId)) this.notify(socket, projectId, v);
    }
  }

  /**
   * They have the right at that version: a later op may remove it, also if that of an earlier loss did not come here.
   * Called for each board that is subscribed to, of which there may be thousands: mostly nothing was lost (R32).
   */
  regained(projectId: string, userId: string, v: number): void {
    const notified = this.notifiedUpTo.get(userId);
    if (!notified || (notified.get(projectId) ?? 0) <= v) return;
    notified.set(projectId, v);
    for (const { data } of this.connections.of(userId))
      if ((data.revokedAt.get(projectId) ?? 0) > v) data.revokedAt.set(projectId, v);
  }

  /** A socket of theirs has disconnected, and left its rooms. */
  left(userId: string): void {
    if (!this.connections.isConnected(userId)) this.notifiedUpTo.delete(userId);
  }

  /** They have lost their right, and the op comes later: they are notified now, and not again with it. */
  revoked(projectId: string, userId: string): void {
    this.evict(projectId, userId, ALWAYS);
    for (const socket of this.connections.of(userId)) this.notify(socket, projectId, ALWAYS);
  }

  /** These were members of a project that is deleted: whoever is on its board is notified after its op. */
  deleted(projectId: string, userIds: readonly string[]): void {
    for (const userId of userIds)
      for (const socket of this.connections.of(userId))
        if (!socket.data.boards.has(projectId)) this.deletedFor(projectId, socket);
  }

  /** This socket has no such project to lose again. */
  deletedFor(projectId: string, socket: LiveSocket): void {
    this.notify(socket, projectId, ALWAYS);
  }

  private evict(projectId: string, userId: string, v: number): void {
    this.feeds.evict(projectId, userId, v);
    this.personal.evict(projectId, userId, v);
  }

  /** @param v the version that removed the right */
  private notify(socket: LiveSocket, projectId: string, v: number): void {
    const { revokedAt, userId } = socket.data;
    if ((revokedAt.get(projectId) ?? 0) >= v) return;
    revokedAt.set(projectId, v);
    const notified = this.notifiedUpTo.get(userId) ?? new Map<string, number>();
    this.notifiedUpTo.set(userId, notified.set(projectId, Math.max(v, notified.get(projectId) ?? 0)));
    socket.emit('access:revoked', { scope: 'project', id: projectId });
  }
}
