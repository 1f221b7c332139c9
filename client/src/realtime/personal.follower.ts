import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { PersonalOps, PersonalSubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { ApiError } from '#lib/api';
import { setTimer } from '#lib/timers';

/** The personal board is read again this long after a change that no op describes. */
const PAUSE_MS = 300;
/** With further such changes each pause doubles, up to this. */
const LONGEST_PAUSE_MS = 2_000;
/** A failed read is tried again after this time: nothing else would until a later change. */
const READ_AGAIN_MS = 5_000;

interface Ports {
  fetchBoard(): Promise<PersonalBoard>;
  takeBoard(board: PersonalBoard): void;
  /** False if they do not continue the held board. */
  takeOps(message: PersonalOps): boolean;
  /** The version of each project on the held board. */
  held(): PersonalBoard['cursors'];
  /** Null without a live connection. */
  subscribe(): Promise<PersonalSubscribeAnswer> | null;
  unsubscribe(): void;
}

/** Keeps the board over all projects in step: applies pushes, and reads the board again if they are not enough. */
export class PersonalFollower {
  private users = 0;
  private cancelRead: (() => void) | null = null;
  private cancelRetry: (() => void) | null = null;
  private isJoined = false;
  private pauseMs = PAUSE_MS;
  private lastChangeReadAt = 0;
  /** The running read; null without one. */
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
      if (this.isJoined) this.ports.unsubscribe();
      this.isJoined = false;
    };
  }

  /** Whether pushes cover its cards of this project. */
  follows(projectId: string): boolean {
    return this.isJoined && projectId in this.ports.held();
  }

  /** The connection is new. @param isAgain it was lost before */
  connected(isAgain: boolean): void {
    this.isJoined = false;
    if (isAgain) this.startOver();
    // A running read joins when it is done; a held board is read again only if it is behind.
    else if (!this.reading) void this.join();
  }

  /** Reads again now, if the board is open. */
  poll(): void {
    if (this.users > 0) void this.read().catch(() => undefined);
  }

  /** A running read may never be answered: reads again, and does not wait for it. */
  startOver(): void {
    this.reading = null;
    this.poll();
  }

  /** Projects were added or removed, or must be subscribed to again. */
  rejoin(): void {
    this.isJoined = false;
    this.changed();
  }

  receive(message: PersonalOps): void {
    if (this.users > 0 && !this.ports.takeOps(message)) this.changed();
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

  /** One read at a time, so that an older answer never arrives after a newer one (R10). */
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
      this.ports.takeBoard(board);
      await this.join();
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

  /** Reads again if changes came between the read and this answer (R9). */
  private async join(): Promise<void> {
    const answering = this.isJoined || this.users === 0 ? null : this.ports.subscribe();
    if (!answering) return;
    this.isJoined = true;
    const answer = await answering.catch(() => undefined);
    if (!answer?.ok) {
      // A temporarily refused subscription is tried again after the next read.
      this.rejoin();
      return;
    }
    const held = this.ports.held();
    const cursors = Object.entries(answer.cursors);
    const isBehind = cursors.some(([projectId, { epoch, v }]) => {
      const known = held[projectId];
      return known?.epoch !== epoch || known.v < v;
    });
    if (isBehind || cursors.length < Object.keys(held).length) this.changed();
  }
}
