import type { PresenceRequest, PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';

/** A sign of life is asked for at least this often, else the user is gone (SPEC.md#push), in milliseconds. */
export const PRESENCE_TTL_MS = 30_000;

interface Sign {
  user: PresentUser;
  at: number;
}

/** A sign of life as nodes tell it to one another, who need not agree on the time. */
export interface PresenceSign {
  user: PresentUser;
  ageMs: number;
}

/** Who is on which board, in memory only; identity comes from the server. */
export class Presence {
  /** Project → socket id → sign of life, of the sockets of this node. */
  private readonly boards = new Map<string, Map<string, Sign>>();
  /** Project → node → what that node last said of its sockets. */
  private readonly elsewhere = new Map<string, Map<string, Sign[]>>();

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

  /** What another node says of its sockets on a board, in place of what it said before. */
  setElsewhere(node: string, projectId: string, signs: readonly PresenceSign[]): void {
    const nodes = this.elsewhere.get(projectId) ?? new Map<string, Sign[]>();
    const now = this.now();
    if (signs.length === 0) nodes.delete(node);
    else
      nodes.set(
        node,
        signs.map(({ user, ageMs }) => ({ user, at: now - ageMs })),
      );
    if (nodes.size === 0) this.elsewhere.delete(projectId);
    else this.elsewhere.set(projectId, nodes);
  }

  /** Boards that somebody is on through this node. */
  boardsHere(): string[] {
    return [...this.boards.keys()];
  }

  /** Who is on a board through this node. */
  here(projectId: string): PresenceSign[] {
    const now = this.now();
    return [...(this.boards.get(projectId)?.values() ?? [])].map(({ user, at }) => ({
      user,
      ageMs: now - at,
    }));
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
    for (const [projectId, nodes] of this.elsewhere) {
      for (const [node, signs] of nodes) {
        const alive = signs.filter((sign) => sign.at > oldest);
        if (alive.length === signs.length) continue;
        changed.add(projectId);
        if (alive.length > 0) nodes.set(node, alive);
        else nodes.delete(node);
      }
      if (nodes.size === 0) this.elsewhere.delete(projectId);
    }
    return [...changed];
  }

  /** Everybody on a board once, each with the most active of his windows. */
  of(projectId: string): PresentUser[] {
    const weight = { viewing: 0, editing: 1, dragging: 2 } as const;
    const users = new Map<string, PresentUser>();
    const here = this.boards.get(projectId)?.values() ?? [];
    const elsewhere = [...(this.elsewhere.get(projectId)?.values() ?? [])].flat();
    for (const { user } of [...here, ...elsewhere]) {
      const known = users.get(user.userId);
      if (!known || weight[user.mode] > weight[known.mode]) users.set(user.userId, user);
    }
    return [...users.values()];
  }
}
