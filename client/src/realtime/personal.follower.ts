import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type {
  BoardHead,
  SubscribeManyAnswer,
  SubscribeRequest,
} from '@livelane/shared/realtime/messages.schema';
import { ApiError } from '#lib/api';
import { setTimer } from '#lib/timers';

/** The personal board is read again this long after a change in one of its projects. */
const PAUSE_MS = 300;
/**
 * While changes keep coming, each pause is twice the one before, up to this: busy projects would have every
 * viewer read all of their board three times a second. In milliseconds.
 */
const LONGEST_PAUSE_MS = 2_000;
/** A read that failed is tried again after this time: until a later change, nothing else would ask. In milliseconds. */
const READ_AGAIN_MS = 5_000;
/** Boards that are joined by one message: an answer is there before the server's patience or ours ends. */
const JOINED_AT_ONCE = 100;

interface Ports {
  fetchBoard(): Promise<PersonalBoard>;
  takeBoard(board: PersonalBoard): void;
  /** Null without a live connection. */
  subscribe(boards: SubscribeRequest[]): Promise<SubscribeManyAnswer> | null;
  /** The personal board no longer listens to this project. */
  leave(projectId: string): void;
}

/** Keeps the board over all projects in step: it listens to each of them, and reads again what changed there. */
export class PersonalFollower {
  private users = 0;
  private cancelRead: (() => void) | null = null;
  private cancelRetry: (() => void) | null = null;
  private rooms = new Set<string>();
  /** Where each project stood when the board was read. */
  private cursors: PersonalBoard['cursors'] = {};
  private pauseMs = PAUSE_MS;
  private lastChangeReadAt = 0;
  /** The read under way; null without one. */
  private reading: symbol | null = null;
  private isAskedAgain = false;

  constructor(private readonly ports: Ports) {}

  /** Follows until the returned function is called. */
  follow(onError: (error: unknown) => void): () => void {
    this.users++;
    void this.read().catch(onError);
    return () => {
      this.users--;
      if (this.users > 0) return;
      this.cancelRead?.();
      this.cancelRead = null;
      this.cancelRetry?.();
      const rooms = this.rooms;
      this.rooms = new Set();
      for (const projectId of rooms) this.ports.leave(projectId);
    };
  }

  isIn(projectId: string): boolean {
    return this.rooms.has(projectId);
  }

  /** The connection is new: every room has to be joined again. @param isAgain it was lost before */
  connected(isAgain: boolean): void {
    this.rooms = new Set();
    if (isAgain) this.reading = null;
    this.poll();
  }

  /** Reads again now, if the board is open. */
  poll(): void {
    if (this.users > 0) void this.read().catch(() => undefined);
  }

  /** What is being read may never come: reads again, and does not wait for it. */
  startOver(): void {
    this.reading = null;
    this.poll();
  }

  /** Something has changed somewhere: reads again in a moment. */
  changed(): void {
    if (this.users === 0 || this.cancelRead) return;
    if (Date.now() - this.lastChangeReadAt > LONGEST_PAUSE_MS) this.pauseMs = PAUSE_MS;
    this.cancelRead = setTimer(() => {
      this.cancelRead = null;
      this.lastChangeReadAt = Date.now();
      this.pauseMs = Math.min(2 * this.pauseMs, LONGEST_PAUSE_MS);
      this.poll();
    }, this.pauseMs);
  }

  /** The server says where a project's board stands: a push may have been lost. */
  compare({ projectId, v }: BoardHead): void {
    const held = this.cursors[projectId];
    if (held && held.v < v) this.changed();
  }

  /** One read at a time, so that an older answer never comes after a newer one (R10). */
  private async read(): Promise<void> {
    if (this.reading) {
      this.isAskedAgain = true;
      return;
    }
    this.cancelRetry?.();
    const reading = Symbol('read');
    this.reading = reading;
    try {
      const board = await this.ports.fetchBoard();
      if (this.users === 0 || this.reading !== reading) return;
      this.cursors = board.cursors;
      this.ports.takeBoard(board);
      await this.joinRooms(board);
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status < 500;
      if (this.users > 0 && this.reading === reading && !isFinal)
        this.cancelRetry = setTimer(() => this.poll(), READ_AGAIN_MS);
      throw error;
    } finally {
      if (this.reading === reading) this.reading = null;
      if (!this.reading && this.isAskedAgain) {
        this.isAskedAgain = false;
        this.poll();
      }
    }
  }

  /** From the version that the board was read at, so that nothing in between is missed (R9). */
  private async joinRooms({ cursors }: PersonalBoard): Promise<void> {
    const wanted = Object.entries(cursors)
      .filter(([projectId]) => !this.rooms.has(projectId))
      .map(([projectId, { epoch, v }]) => ({ projectId, epoch, sinceV: v }));
    for (let from = 0; from < wanted.length; from += JOINED_AT_ONCE) {
      const boards = wanted.slice(from, from + JOINED_AT_ONCE);
      const answering = this.users > 0 ? this.ports.subscribe(boards) : null;
      if (!answering) return;
      for (const { projectId } of boards) this.rooms.add(projectId);
      const answered = await answering.catch((): SubscribeManyAnswer => ({ ok: false, code: 'unavailable' }));
      for (const [index, { projectId }] of boards.entries()) {
        const answer = answered.ok ? answered.answers[index] : answered;
        if (!answer?.ok) this.rooms.delete(projectId);
        // What was refused for the moment is asked for again after the next read.
        if (answer?.ok ? answer.mode !== 'current' : answer?.code !== 'not_found') this.changed();
      }
    }
  }
}
