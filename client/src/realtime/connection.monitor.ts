import { type Connection, connectionChanged } from '#board-sync/realtime.slice';
import { ApiError, answers, NetworkError } from '#lib/api';
import { listenTo, setRepeating, setTimer } from '#lib/timers';
import type { Store } from '#store/store';
import { answersPing, type RealtimeSocket } from './realtime.socket';

/** How often the server is probed while there is no live connection. */
const PROBE_MS = 5_000;
/** A probe without an answer counts as offline after this time. */
const PROBE_TIMEOUT_MS = 3_000;
/**
 * While the tab is visible, the live connection is tried this often: with the time that the answer may take, a dead
 * one is noticed within 10 s. In milliseconds.
 */
const PING_MS = 5_000;

/** Knows how the server can be reached at the moment, and tells the badge (R19). */
export class ConnectionMonitor {
  private readonly stops: Array<() => void>;
  /** Answers so far: the failure of a request that began before the latest of them tells nothing about now. */
  private answers = 0;
  /** Something has failed since the latest answer: the next one means that the server is back. */
  private isInDoubt = false;
  private isStopped = false;
  private checking: Promise<void> | null = null;
  /** The server has said when to come back. */
  private cancelReturn: (() => void) | null = null;

  constructor(
    private readonly socket: RealtimeSocket,
    private readonly store: Store,
    /** The server answers again after it could not be reached. */
    private readonly onBack: () => void,
  ) {
    this.stops = [
      setRepeating(() => void this.probe(), PROBE_MS),
      setRepeating(() => this.ping(), PING_MS),
      listenTo(window, 'offline', () => void this.probe()),
      // Of requests that are not watched only good news counts.
      listenTo(answers, 'answer', () => this.isInDoubt && this.answered()),
    ];
  }

  stop(): void {
    this.isStopped = true;
    for (const stop of this.stops) stop();
    this.cancelReturn?.();
  }

  isOffline(): boolean {
    return this.store.getState().realtime.connection === 'offline';
  }

  /** Learns from each request whether the server can be reached. */
  async watched<T>(request: Promise<T>): Promise<T> {
    const { answers } = this;
    try {
      const answer = await request;
      this.answered();
      return answer;
    } catch (error) {
      if (error instanceof ApiError) this.answered();
      else if (error instanceof NetworkError) this.failedSince(answers);
      throw error;
    }
  }

  /** The socket is open. */
  connected(): void {
    this.cancelReturn?.();
    this.cancelReturn = null;
    this.answers++;
    this.isInDoubt = false;
    this.set('live');
  }

  /** Closes the socket and opens it again after a pause that the server asks for, or that spares it. */
  returnIn(ms: number): void {
    if (this.isStopped) return;
    this.socket.disconnect();
    this.cancelReturn = setTimer(() => {
      this.cancelReturn = null;
      this.socket.connect();
    }, ms);
    void this.probe();
  }

  /** Without a live connection, or when a request has failed in spite of one: does the server answer? */
  async probe(): Promise<void> {
    if (this.socket.connected && navigator.onLine && !this.isOffline()) return;
    const { answers } = this;
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const response = await fetch('/healthz', { signal, cache: 'no-store' });
      // Something else in the server's place, such as a proxy, may answer as well.
      if (!response.ok) throw new NetworkError();
      await response.json();
      this.answered();
    } catch {
      this.failedSince(answers);
    }
  }

  /** R13: finds out at once whether the live connection still works; a dead one is reopened. */
  check(): Promise<void> {
    this.checking ??= this.checkSocket().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  private async checkSocket(): Promise<void> {
    if (this.socket.connected && (await answersPing(this.socket))) {
      this.answered();
      return;
    }
    // A client that was stopped while waiting for the answer must not reconnect.
    if (this.isStopped) return;
    // `connect` alone would wait for the end of a back-off of up to 45 seconds.
    this.socket.disconnect().connect();
    if (!this.isOffline()) this.set('polling');
    void this.probe();
  }

  private ping(): void {
    if (this.socket.connected && document.visibilityState !== 'hidden') void this.check();
  }

  private failedSince(answers: number): void {
    if (this.answers !== answers) return;
    this.isInDoubt = true;
    this.set('offline');
  }

  private answered(): void {
    this.answers++;
    const isBack = this.isInDoubt;
    this.isInDoubt = false;
    // After a failure an open socket may be dead; its own heartbeat would notice that half a minute later.
    this.set(this.socket.connected && !isBack ? 'live' : 'polling');
    if (!isBack) return;
    if (!this.cancelReturn) void this.check();
    this.onBack();
  }

  private set(connection: Connection): void {
    if (this.store.getState().realtime.connection !== connection)
      this.store.dispatch(connectionChanged(connection));
  }
}
