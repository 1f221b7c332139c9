import { projectRoom } from '@livelane/shared/realtime/rooms';
import type { LiveServer, LiveSocket, Subscription } from './realtime.types';

/** The subscribers of boards on this node: each is in its board's room, and knows by which role. */
export class BoardRooms {
  /** @param onRemoved a socket has lost its right to a board */
  constructor(
    private readonly io: LiveServer,
    private readonly onRemoved: (projectId: string, socket: LiveSocket) => void,
  ) {}

  /** True for a board with subscribers. */
  has(projectId: string): boolean {
    return this.io.sockets.adapter.rooms.has(projectRoom(projectId));
  }

  socketsIn(projectId: string): LiveSocket[] {
    const ids = this.io.sockets.adapter.rooms.get(projectRoom(projectId)) ?? new Set<string>();
    return [...ids].flatMap((id) => this.io.sockets.sockets.get(id) ?? []);
  }

  join(projectId: string, socket: LiveSocket, subscription: Subscription): void {
    socket.join(projectRoom(projectId));
    socket.data.boards.set(projectId, subscription);
  }

  leave(projectId: string, socket: LiveSocket): void {
    socket.leave(projectRoom(projectId));
    socket.data.boards.delete(projectId);
  }

  /** The same for a socket that has lost its right. */
  remove(projectId: string, socket: LiveSocket): void {
    this.leave(projectId, socket);
    this.onRemoved(projectId, socket);
  }
}
