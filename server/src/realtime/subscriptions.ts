import { effectiveProjectRole } from '@livelane/shared/permissions/roles';
import type { Subscribed } from '@livelane/shared/realtime/messages.schema';
import { projectRoom } from '@livelane/shared/realtime/rooms';
import { AppError } from '../http/errors';
import type { StoredOp } from '../oplog/op.types';
import type { BoardFeeds } from './board.feeds';
import type { BoardRooms } from './board.rooms';
import type { Admission, Feed, Joining, LiveSocket } from './realtime.types';

/** Lets sockets join a board's feed and leave it. */
export class Subscriptions {
  constructor(
    private readonly feeds: BoardFeeds,
    private readonly rooms: BoardRooms,
  ) {}

  /**
   * Makes a socket a subscriber of a board. While its answer is read it is in no room, and the pushes to others are
   * kept for it: nothing is skipped, and nothing is sent by an earlier role (R9).
   * @param read the answer, by the role of its version
   * @throws whatever `read` throws; AppError `not_found` for a socket that has gone or unsubscribed meanwhile
   */
  async subscribe(
    socket: LiveSocket,
    projectId: string,
    read: () => Promise<Admission>,
  ): Promise<Subscribed> {
    const feed = this.feeds.open(projectId);
    const joining: Joining = {
      socket,
      missed: [],
      workspaceRoles: new Map(),
      isOutdated: false,
      isCancelled: false,
    };
    feed.joining.add(joining);
    socket.leave(projectRoom(projectId));
    try {
      for (;;) {
        joining.missed = [];
        joining.workspaceRoles.clear();
        joining.isOutdated = false;
        const admission = await read();
        if (!socket.connected || joining.isCancelled) throw new AppError('not_found');
        if (
          !joining.isOutdated &&
          this.feeds.beginAt(projectId, feed, admission) &&
          this.join(projectId, feed, joining, admission)
        )
          return admission.answer;
      }
    } catch (error) {
      // Another subscription of the same socket may have joined meanwhile: what it holds stays.
      if (!socket.rooms.has(projectRoom(projectId))) socket.data.boards.delete(projectId);
      throw error;
    } finally {
      feed.joining.delete(joining);
      this.feeds.closeIfEmpty(projectId);
    }
  }

  /** Ends a socket's subscription, also one that is being answered. */
  unsubscribe(socket: LiveSocket, projectId: string): void {
    for (const joining of this.feeds.joiningOf(projectId))
      if (joining.socket === socket) joining.isCancelled = true;
    this.rooms.leave(projectId, socket);
    this.feeds.closeIfEmpty(projectId);
  }

  /** A socket has disconnected, and left its rooms. */
  left(socket: LiveSocket): void {
    for (const projectId of socket.data.boards.keys()) this.feeds.closeIfEmpty(projectId);
  }

  /** @returns false when the user has lost the board since the answer's version, or their role has changed */
  private join(
    projectId: string,
    feed: Feed,
    { socket, missed, workspaceRoles }: Joining,
    { answer: { role, v: sinceV }, workspaceId, ownRoleId }: Admission,
  ): boolean {
    const inWorkspace = workspaceRoles.get(workspaceId);
    const isRead = inWorkspace !== undefined;
    if (isRead && role !== (inWorkspace && effectiveProjectRole(ownRoleId, inWorkspace))) return false;
    const later = missed.filter((op) => op.v > sinceV);
    if (later.some((op) => takesBoardFrom(socket.data.userId, op))) return false;
    this.rooms.join(projectId, socket, { role, ownRoleId, sinceV });
    for (const op of later) this.feeds.sendOrReset(socket, op, feed.epoch);
    return true;
  }
}

function takesBoardFrom(userId: string, op: StoredOp): boolean {
  return op.type === 'project.deleted' || (op.type === 'member.removed' && op.patch.userId === userId);
}
