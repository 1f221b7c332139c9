import type { BoardFeeds } from './board.feeds';
import type { Connections } from './connections';
import type { PersonalFeeds } from './personal.feeds';
import type { LiveSocket } from './realtime.types';

/** Later than the version of any op. */
const ALWAYS = Number.POSITIVE_INFINITY;

/** Ends people's parts in boards before anything later is sent (R11); each of their sockets is notified once, on any page. */
export class Evictions {
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
      else if (!boards.has(projectId)) notify(socket, projectId, v);
    }
  }

  /** They have the right at that version: a later op may remove it, also if that of an earlier loss did not come here. */
  regained(projectId: string, userId: string, v: number): void {
    for (const { data } of this.connections.of(userId))
      if ((data.revokedAt.get(projectId) ?? 0) > v) data.revokedAt.set(projectId, v);
  }

  /** They have lost their right, and the op comes later: they are notified now, and not again with it. */
  revoked(projectId: string, userId: string): void {
    this.evict(projectId, userId, ALWAYS);
    for (const socket of this.connections.of(userId)) notify(socket, projectId, ALWAYS);
  }

  /** The op that removes their right follows, and notifies them. */
  announced(projectId: string, userId: string): void {
    this.evict(projectId, userId, ALWAYS);
  }

  /** These were members of a project that is deleted: whoever is on its board is notified after its op. */
  deleted(projectId: string, userIds: readonly string[]): void {
    for (const userId of userIds)
      for (const socket of this.connections.of(userId))
        if (!socket.data.boards.has(projectId)) this.deletedFor(projectId, socket);
  }

  /** This socket has no such project to lose again. */
  deletedFor(projectId: string, socket: LiveSocket): void {
    notify(socket, projectId, ALWAYS);
  }

  private evict(projectId: string, userId: string, v: number): void {
    this.feeds.evict(projectId, userId, v);
    this.personal.evict(projectId, userId, v);
  }
}

/** @param v the version that removed the right */
function notify(socket: LiveSocket, projectId: string, v: number): void {
  const { revokedAt } = socket.data;
  if ((revokedAt.get(projectId) ?? 0) >= v) return;
  revokedAt.set(projectId, v);
  socket.emit('access:revoked', { scope: 'project', id: projectId });
}
