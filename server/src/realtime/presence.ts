import type { PresenceRequest, PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';

/** A sign of life is asked for at least this often, else the user is gone (SPEC.md#push), in milliseconds. */
export const PRESENCE_TTL_MS = 30_000;

/** How much a mode says of a user: of several windows the most active one is shown. */
const WEIGHT: Record<PresentUser['mode'], number> = { viewing: 0, editing: 1, commenting: 1, dragging: 2 };

interface Sign {
  user: PresentUser;
  at: number;
}

/** A sign of life as nodes tell it to each other. */
export interface PresenceSign {
  user: PresentUser;
  /** Nodes need not agree on the time. */
  ageMs: number;
}

/** Who is on which board, in memory only; identity comes from the server. */
export class Presence {
  /** Project → socket id → sign of life, of the sockets of this node. */
  private readonly boards = new Map<string, Map<string, Sign>>();
  /** Project → node → who is there through that node. */
  private readonly elsewhere = new Map<string, Map<string, PresentUser[]>>();
  /** When each other node was heard of last: it tells changes, and otherwise only that it lives. */
  private readonly nodes = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  /** A sign that says nothing new. @returns false when it does, or is the first one */
  renew(socketId: string, { projectId, mode, taskId }: PresenceRequest): boolean {
    const sign = this.boards.get(projectId)?.get(socketId);
    if (!sign || sign.user.mode !== mode || sign.user.taskId !== taskId) return false;
    sign.at = this.now();
    return true;
  }

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

  /** A user of this board has got another name. @returns true when they are there through this node */
  rename(projectId: string, { userId, firstName, surname }: Omit<PresentUser, 'mode' | 'taskId'>): boolean {
    const signs = [...(this.boards.get(projectId)?.values() ?? [])].filter(
      ({ user }) => user.userId === userId && (user.firstName !== firstName || user.surname !== surname),
    );
    for (const sign of signs) sign.user = { ...sign.user, firstName, surname };
    return signs.length > 0;
  }

  /** What another node says of its sockets on a board, in place of what it said before. */
  setElsewhere(node: string, projectId: string, users: PresentUser[]): void {
    this.heardOf(node);
    const nodes = this.elsewhere.get(projectId) ?? new Map<string, PresentUser[]>();
    if (users.length === 0) nodes.delete(node);
    else nodes.set(node, users);
    if (nodes.size === 0) this.elsewhere.delete(projectId);
    else this.elsewhere.set(projectId, nodes);
  }

  /** Another node lives, and what it said of its sockets holds. */
  heardOf(node: string): void {
    this.nodes.set(node, this.now());
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

  /** Takes off whoever has given no sign of life. Returns the boards that changed, by where they were there. */
  expire(): { here: string[]; elsewhere: string[] } {
    const oldest = this.now() - PRESENCE_TTL_MS;
    const here = new Set<string>();
    for (const [projectId, board] of this.boards) {
      for (const [socketId, sign] of board) {
        if (sign.at > oldest) continue;
        board.delete(socketId);
        here.add(projectId);
      }
      if (board.size === 0) this.boards.delete(projectId);
    }
    const elsewhere = new Set<string>();
    for (const [node, heardAt] of this.nodes) {
      if (heardAt > oldest) continue;
      this.nodes.delete(node);
      for (const [projectId, nodes] of this.elsewhere) {
        if (nodes.delete(node)) elsewhere.add(projectId);
        if (nodes.size === 0) this.elsewhere.delete(projectId);
      }
    }
    return { here: [...here], elsewhere: [...elsewhere] };
  }

  /** Everybody on a board once, each with the most active of their windows. */
  of(projectId: string): PresentUser[] {
    const users = new Map<string, PresentUser>();
    const here = [...(this.boards.get(projectId)?.values() ?? [])].map(({ user }) => user);
    const elsewhere = [...(this.elsewhere.get(projectId)?.values() ?? [])].flat();
    for (const user of [...here, ...elsewhere]) {
      const known = users.get(user.userId);
      if (!known || WEIGHT[user.mode] > WEIGHT[known.mode]) users.set(user.userId, user);
    }
    return [...users.values()];
  }
}
