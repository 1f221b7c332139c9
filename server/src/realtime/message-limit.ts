/** Messages of one socket, and of all sockets of one user, that are accepted in a second; more are refused. */
const ACCEPTED_PER_SOCKET = 50;
const ACCEPTED_PER_USER = 200;
/** A socket that sends more than this in a second is disconnected, and so are those of a user who send more together. */
const TOLERATED_PER_SOCKET = 500;
const TOLERATED_PER_USER = 1_000;
/** Sockets of one user: each takes some 80 kB. */
const MAX_SOCKETS = 2_000;
/** Long answers of one user that may be under way at once, until they are sent (R32). */
const MAX_ANSWERS = 24;
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

/** An answer that may be long. */
interface LongAnswer {
  isGiven: boolean;
  /** Whether its socket still has something to send. */
  isUnsent: () => boolean;
}

interface User {
  sent: Window;
  accepted: Window;
  sockets: number;
  isJoiningMany: boolean;
  answers: Set<LongAnswer>;
}

interface MessageLimit {
  next(): 'accept' | 'refuse' | 'disconnect';
  /**
   * Handles one bulk message of a user at a time.
   * @returns ends it; null while another one is handled
   */
  beginMany(): (() => void) | null;
  /**
   * Counts an answer that may be long until it is sent: whoever does not read gets no more of them.
   * @param isUnsent whether its socket still has something to send
   * @returns called when it is given to the socket; null when the user has too many under way
   */
  beginAnswer(isUnsent: () => boolean): (() => void) | null;
  close(): void;
}

/** Counts messages per socket and per user (SPEC.md#bad-input): more sockets do not raise a user's limit. */
export class MessageLimits {
  private readonly users = new Map<string, User>();

  constructor(private readonly now: () => number) {}

  /**
   * Counts the messages of a new socket of a user, until it is closed.
   * @returns null when the user has too many sockets
   */
  open(userId: string): MessageLimit | null {
    const user = this.users.get(userId) ?? {
      sent: new Window(this.now),
      accepted: new Window(this.now),
      sockets: 0,
      isJoiningMany: false,
      answers: new Set(),
    };
    if (user.sockets === MAX_SOCKETS) return null;
    this.users.set(userId, user);
    user.sockets++;
    const own = new Window(this.now);
    return {
      next() {
        const count = own.add();
        // What still comes from a socket that is disconnected is not counted: the user's other ones stay.
        if (count > TOLERATED_PER_SOCKET || user.sent.add() > TOLERATED_PER_USER) return 'disconnect';
        return count > ACCEPTED_PER_SOCKET || user.accepted.add() > ACCEPTED_PER_USER ? 'refuse' : 'accept';
      },
      beginMany() {
        if (user.isJoiningMany) return null;
        user.isJoiningMany = true;
        return () => {
          user.isJoiningMany = false;
        };
      },
      beginAnswer(isUnsent) {
        for (const before of user.answers)
          if (before.isGiven && !before.isUnsent()) user.answers.delete(before);
        if (user.answers.size === MAX_ANSWERS) return null;
        const answer = { isGiven: false, isUnsent };
        user.answers.add(answer);
        return () => {
          answer.isGiven = true;
        };
      },
      close: () => {
        user.sockets--;
        if (user.sockets === 0) this.users.delete(userId);
      },
    };
  }
}
