import type { PresenceRequest, PresentUser } from '@livelane/shared/realtime/messages.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';

/** A heartbeat is due at least this often; without it the user is gone (SPEC.md#push). */
const PRESENCE_TTL_MS = 30_000;

/** How active a mode is: of several windows the most active one is shown. */
const WEIGHT: Record<PresentUser['mode'], number> = { viewing: 0, editing: 1, commenting: 1, dragging: 2 };

interface Sign {
  user: PresentUser;
  at: number;
}

/** The people on a board through one node. */
export interface BoardPresence {
  projectId: string;
  users: PresentUser[];
}

/** Who is on which board, in memory only; identity comes from the server. */
export class Presence {
  /** Project → socket id → heartbeat, of the sockets of this node. */
  private readonly boards = new Map<string, Map<string, Sign>>();
  /** Project → node → the people there through that node. */
  private readonly elsewhere = new Map<string, Map<string, PresentUser[]>>();
  /** Time of each other node's last message, and the number of its latest one about its people. */
  private readonly nodes = new Map<string, { at: number; n: number }>();
  /** Messages that this node has sent about its people: their numbers reveal a missed one. */
  private sent = 0;

  constructor(private readonly now: () => number) {}

  /** Takes a heartbeat without changes. @returns false when it has some, or is the first one */
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

  /** A user of this board was renamed. @returns true when they are there through this node */
  rename(projectId: string, { userId, firstName, surname }: Omit<PresentUser, 'mode' | 'taskId'>): boolean {
    const signs = [...(this.boards.get(projectId)?.values() ?? [])].filter(
      ({ user }) => user.userId === userId && (user.firstName !== firstName || user.surname !== surname),
    );
    for (const sign of signs) sign.user = { ...sign.user, firstName, surname };
    return signs.length > 0;
  }

  /** The number of the next message about the people of this node. */
  nextNumber(): number {
    this.sent += 1;
    return this.sent;
  }

  /** The number of the latest one. */
  get latestNumber(): number {
    return this.sent;
  }

  /**
   * Replaces another node's people on a board.
   * @returns false when a message before this one was missed
   */
  setElsewhere(node: string, n: number, { projectId, users }: BoardPresence): boolean {
    const isNext = (this.nodes.get(node)?.n ?? 0) === n - 1;
    this.nodes.set(node, { at: this.now(), n });
    this.replace(node, projectId, users);
    return isNext;
  }

  /** Replaces another node's people on all boards. Returns the boards that may have changed. */
  setAllElsewhere(node: string, n: number, boards: readonly BoardPresence[]): string[] {
    this.nodes.set(node, { at: this.now(), n });
    const before = [...this.elsewhere].flatMap(([projectId, nodes]) => (nodes.has(node) ? [projectId] : []));
    for (const projectId of before) this.replace(node, projectId, []);
    for (const { projectId, users } of boards) this.replace(node, projectId, users);
    return [...new Set([...before, ...boards.map(({ projectId }) => projectId)])];
  }

  private replace(node: string, projectId: string, users: PresentUser[]): void {
    const nodes = this.elsewhere.get(projectId) ?? new Map<string, PresentUser[]>();
    if (users.length === 0) nodes.delete(node);
    else nodes.set(node, users);
    if (nodes.size === 0) this.elsewhere.delete(projectId);
    else this.elsewhere.set(projectId, nodes);
  }

  /** Another node lives, and its people are unchanged. @returns false when the message of that number was missed */
  confirm(node: string, n: number): boolean {
    const isKnown = (this.nodes.get(node)?.n ?? 0) === n;
    this.nodes.set(node, { at: this.now(), n });
    return isKnown;
  }

  /** Boards that someone is on through this node. */
  boardsHere(): string[] {
    return [...this.boards.keys()];
  }

  /** The people on a board through this node. */
  here(projectId: string): BoardPresence {
    const users = [...(this.boards.get(projectId)?.values() ?? [])].map(({ user }) => user);
    return { projectId, users };
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

  /** Removes everyone without a recent heartbeat. Returns the changed boards, by node. */
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
    for (const [node, { at }] of this.nodes) {
      if (at > oldest) continue;
      this.nodes.delete(node);
      for (const [projectId, nodes] of this.elsewhere) {
        if (nodes.delete(node)) elsewhere.add(projectId);
        if (nodes.size === 0) this.elsewhere.delete(projectId);
      }
    }
    return { here: [...here], elsewhere: [...elsewhere] };
  }

  /** Whether one of someone's windows shows this task: a card that is dragged is not open. */
  hasTaskOpen(userId: string, projectId: string, taskId: string): boolean {
    const here = [...(this.boards.get(projectId)?.values() ?? [])].map(({ user }) => user);
    const elsewhere = [...(this.elsewhere.get(projectId)?.values() ?? [])].flat();
    return [...here, ...elsewhere].some(
      (user) => user.userId === userId && user.taskId === taskId && user.mode !== 'dragging',
    );
  }

  /** Everyone on a board once, with the most active of their windows. */
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
