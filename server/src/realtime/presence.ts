import type { PresenceRequest, PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';

/** A sign of life is asked for at least this often, else the user is gone (protocol section 4), in milliseconds. */
export const PRESENCE_TTL_MS = 30_000;

interface Sign {
  user: PresentUser;
  at: number;
}

/** Who is on which board, in memory only; identity comes from the server. */
export class Presence {
  /** Project → socket id → sign of life. */
  private readonly boards = new Map<string, Map<string, Sign>>();

  constructor(private readonly now: () => number) {}

  set(socketId: string, person: PublicUser, { projectId, mode, taskId }: PresenceRequest): void {
    let board = this.boards.get(projectId);
    if (!board) {
      board = new Map();
      this.boards.set(projectId, board);
    }
    const { id: userId, firstName, surname } = person;
    board.set(socketId, {
      user: { userId, firstName, surname, mode, ...(taskId && { taskId }) },
      at: this.now(),
    });
  }

  /** Takes a socket off one board, or off all. Returns the boards that changed. */
  remove(socketId: string, projectId?: string): string[] {
    const changed: string[] = [];
    for (const [id, board] of this.boards) {
      if (projectId !== undefined && id !== projectId) continue;
      if (board.delete(socketId)) changed.push(id);
      if (board.size === 0) this.boards.delete(id);
    }
    return changed;
  }

  /** Takes off whoever has given no sign of life. Returns the boards that changed. */
  expire(): string[] {
    const changed = new Set<string>();
    const oldest = this.now() - PRESENCE_TTL_MS;
    for (const [projectId, board] of this.boards) {
      for (const [socketId, sign] of board) {
        if (sign.at > oldest) continue;
        board.delete(socketId);
        changed.add(projectId);
      }
      if (board.size === 0) this.boards.delete(projectId);
    }
    return [...changed];
  }

  /** Everybody on a board once, each with the most active of his windows. */
  of(projectId: string): PresentUser[] {
    const weight = { viewing: 0, editing: 1, dragging: 2 } as const;
    const users = new Map<string, PresentUser>();
    for (const { user } of this.boards.get(projectId)?.values() ?? []) {
      const known = users.get(user.userId);
      if (!known || weight[user.mode] > weight[known.mode]) users.set(user.userId, user);
    }
    return [...users.values()];
  }
}
