import { type Connection, connectionChanged } from '#board-sync/realtime.slice';
import { ApiError, answers, NetworkError } from '#lib/api';
import { listenTo, setRepeating, setTimer } from '#lib/timers';
import type { Store } from '#store/store';
import { answersPing, isLongPolling, type RealtimeSocket } from './realtime.socket';

/** How often the server is probed while there is no live connection. */
const PROBE_MS = 5_000;
/** A probe without an answer counts as offline after this time. */
const PROBE_TIMEOUT_MS = 3_000;
/**
 * How long nothing may come from the server until the live connection is tested, while the tab is visible: with the
 * timeout of the answer, a dead one is noticed within 5 s. A test and its answer are 50 bytes, 2 kB a minute.
 */
const PING_MS = 1_500;
/** The same over long-polling, where a test is two HTTP requests: a dead connection is noticed within 10 s. */
const POLLING_PING_MS = 6_000;

/** Monitors how the server can be reached, for the badge (R19). */
export class ConnectionMonitor {
  private readonly stops: Array<() => void>;
  /** Answers so far: a failure of a request that began before the latest one is outdated. */
  private answers = 0;
  /** A request has failed since the latest answer: the next one means that the server is back. */
  private isInDoubt = false;
  private isStopped = false;
  private checking: Promise<void> | null = null;
  private cancelPing = (): void => undefined;
  /** When the server was last back, by the page's clock. */
  private backAt = Number.NEGATIVE_INFINITY;
  /** Set while the next return waits. */
  private cancelBack: (() => void) | null = null;
  /** Set while waiting for the time that the server has set. */
  private cancelReturn: (() => void) | null = null;

  constructor(
    private readonly socket: RealtimeSocket,
    private readonly store: Store,
    /** The server answers again after it could not be reached. */
    private readonly onBack: () => void,
  ) {
    this.stops = [
      setRepeating(() => void this.probe(), PROBE_MS),
      () => this.cancelPing(),
      listenTo(window, 'offline', () => void this.probe()),
      // Of unwatched requests only answers count.
      listenTo(answers, 'answer', () => this.isInDoubt && this.answered()),
    ];
    socket.onAny(() => {
      // A connection that may be dead is live again only once it has answered.
      if (this.is('live')) this.pingLater();
    });
    this.pingLater();
  }

  stop(): void {
    this.isStopped = true;
    for (const stop of this.stops) stop();
    this.cancelReturn?.();
    this.cancelBack?.();
  }

  isOffline(): boolean {
    return this.is('offline');
  }

  /** Observes a request to learn whether the server can be reached. */
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
    this.pingLater();
  }

  /** Closes the socket and reopens it after a pause that the server sets, or that reduces its load. */
  returnIn(ms: number): void {
    if (this.isStopped) return;
    this.socket.disconnect();
    this.cancelReturn = setTimer(() => {
      this.cancelReturn = null;
      this.socket.connect();
    }, ms);
    void this.probe();
  }

  /** Tests whether the server answers, without a live connection or after a failed request. */
  async probe(): Promise<void> {
    if (this.socket.connected && navigator.onLine && !this.isOffline()) return;
    const { answers } = this;
    try {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const response = await fetch('/healthz', { signal, cache: 'no-store' });
      // An intermediary, such as a proxy, may answer in the server's place.
      if (!response.ok) throw new NetworkError();
      await response.json();
      this.answered();
    } catch {
      this.failedSince(answers);
    }
  }

  /** R13: tests at once whether the live connection still works, and reopens a dead one. */
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

  /** Tests the connection again and again, from now on. */
  private pingLater(): void {
    this.cancelPing();
    this.cancelPing = setTimer(
      () => {
        if (this.socket.connected && document.visibilityState !== 'hidden') void this.check();
        this.pingLater();
      },
      isLongPolling(this.socket) ? POLLING_PING_MS : PING_MS,
    );
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
    if (!isBack || this.cancelBack) return;
    // Where a proxy lets requests through and no probe, the reads of each return would be the next one at once.
    const wait = this.backAt + PROBE_MS - performance.now();
    if (wait <= 0) this.back();
    else this.cancelBack = setTimer(() => this.back(), wait);
  }

  private back(): void {
    this.cancelBack = null;
    this.backAt = performance.now();
    if (!this.cancelReturn) void this.check();
    this.onBack();
  }

  private set(connection: Connection): void {
    if (!this.is(connection)) this.store.dispatch(connectionChanged(connection));
  }

  private is(connection: Connection): boolean {
    return this.store.getState().realtime.connection === connection;
  }
}
