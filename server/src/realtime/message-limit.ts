import { Semaphore } from '@livelane/shared/semaphore';
import { AppError } from '../http/errors';
import { MAX_BYTES_PER_PERSON } from './back-pressure';

/** Messages of one socket, and of all sockets of one user, that are accepted in a second; more are refused. */
const ACCEPTED_PER_SOCKET = 50;
const ACCEPTED_PER_USER = 200;
/** A socket that sends more than this in a second is disconnected, and so are those of a user who send more together. */
const TOLERATED_PER_SOCKET = 500;
const TOLERATED_PER_USER = 1_000;
/** Sockets of one user: each takes some 80 kB. */
const MAX_SOCKETS = 2_000;
/** Long answers of one user that are made at once; further ones wait (R32). */
const ANSWERS_AT_ONCE = 24;
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

interface User {
  sent: Window;
  accepted: Window;
  sockets: number;
  isJoiningMany: boolean;
  answers: Semaphore;
  /** Of each of their sockets, the bytes that it has not sent yet. */
  unsent: Set<() => number>;
}

interface MessageLimit {
  next(): 'accept' | 'refuse' | 'disconnect';
  /**
   * Handles one bulk message of a user at a time.
   * @returns ends it; null while another one is handled
   */
  beginMany(): (() => void) | null;
  /**
   * Makes an answer that may be long, when the user's earlier ones are made.
   * @throws AppError `too_many_requests` to someone who leaves too much unread; whatever `make` throws
   */
  longAnswer<T>(make: () => Promise<T>): Promise<T>;
  close(): void;
}

/** Counts messages per socket and per user (SPEC.md#bad-input): more sockets do not raise a user's limit. */
export class MessageLimits {
  private readonly users = new Map<string, User>();

  constructor(private readonly now: () => number) {}

  /**
   * Counts the messages of a new socket of a user, until it is closed.
   * @param unsent the bytes that it has not sent yet
   * @returns null when the user has too many sockets
   */
  open(userId: string, unsent: () => number): MessageLimit | null {
    const user = this.users.get(userId) ?? {
      sent: new Window(this.now),
      accepted: new Window(this.now),
      sockets: 0,
      isJoiningMany: false,
      answers: new Semaphore(ANSWERS_AT_ONCE),
      unsent: new Set(),
    };
    if (user.sockets === MAX_SOCKETS) return null;
    this.users.set(userId, user);
    user.sockets++;
    user.unsent.add(unsent);
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
      longAnswer: (make) =>
        user.answers.run(async () => {
          let bytes = 0;
          for (const each of user.unsent) bytes += each();
          if (bytes > MAX_BYTES_PER_PERSON) throw new AppError('too_many_requests');
          return make();
        }),
      close: () => {
        user.sockets--;
        user.unsent.delete(unsent);
        if (user.sockets === 0) this.users.delete(userId);
      },
    };
  }
}
