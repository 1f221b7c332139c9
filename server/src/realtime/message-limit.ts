/** Messages of one socket, and of all sockets of one user, that are accepted in a second; more are refused. */
const ACCEPTED_PER_SOCKET = 50;
const ACCEPTED_PER_USER = 200;
/** A socket that sends more than this in a second is disconnected. */
const TOLERATED_PER_SOCKET = 500;
const WINDOW_MS = 1_000;

/** Counts what happens within the present second. */
class Window {
  private start = 0;
  private count = 0;

  constructor(private readonly now: () => number) {}

  /** @returns the present count */
  add(): number {
    const now = this.now();
    if (now - this.start >= WINDOW_MS) {
      this.start = now;
      this.count = 0;
    }
    return ++this.count;
  }
}

interface MessageLimit {
  next(): 'accept' | 'refuse' | 'disconnect';
  /**
   * Handles one bulk message of a user at a time.
   * @returns ends it; null while another one is handled
   */
  beginMany(): (() => void) | null;
  close(): void;
}

/** Counts messages per socket and per user (SPEC.md#bad-input): more sockets do not raise a user's limit. */
export class MessageLimits {
  private readonly users = new Map<string, { accepted: Window; sockets: number; isJoiningMany: boolean }>();

  constructor(private readonly now: () => number) {}

  /** Counts the messages of a new socket of a user, until it is closed. */
  open(userId: string): MessageLimit {
    const user = this.users.get(userId) ?? {
      accepted: new Window(this.now),
      sockets: 0,
      isJoiningMany: false,
    };
    this.users.set(userId, user);
    user.sockets++;
    const own = new Window(this.now);
    return {
      next() {
        const count = own.add();
        if (count > TOLERATED_PER_SOCKET) return 'disconnect';
        return count > ACCEPTED_PER_SOCKET || user.accepted.add() > ACCEPTED_PER_USER ? 'refuse' : 'accept';
      },
      beginMany() {
        if (user.isJoiningMany) return null;
        user.isJoiningMany = true;
        return () => {
          user.isJoiningMany = false;
        };
      },
      close: () => {
        user.sockets--;
        if (user.sockets === 0) this.users.delete(userId);
      },
    };
  }
}
