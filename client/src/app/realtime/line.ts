import { type Connection, connectionChanged } from '../../board-sync/board.slice';
import { NetworkError } from '../../lib/api';
import type { Store } from '../store';
import type { LiveSocket } from './live.socket';
import { listenTo, setRepeating } from './timers';

/** While offline the server is looked for this often, in milliseconds. */
const PROBE_MS = 5_000;
/** A probe without an answer counts as offline after this time, in milliseconds. */
const PROBE_TIMEOUT_MS = 3_000;

/** Knows how the server can be reached at the moment, and tells the badge (R19). */
export class Line {
  private readonly stops: Array<() => void>;

  constructor(
    private readonly socket: LiveSocket,
    private readonly store: Store,
    /** The server answers again after it could not be reached. */
    private readonly onBack: () => void,
  ) {
    this.stops = [
      setRepeating(() => void this.probe(), PROBE_MS),
      listenTo(window, 'offline', () => void this.probe()),
    ];
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  isLive(): void {
    this.set('live');
  }

  isOffline(): boolean {
    return this.store.getState().board.connection === 'offline';
  }

  /** Learns from each request whether the server can be reached. */
  async watched<T>(request: Promise<T>): Promise<T> {
    try {
      const answer = await request;
      this.isReachable();
      return answer;
    } catch (error) {
      if (error instanceof NetworkError) this.set('offline');
      throw error;
    }
  }

  /** Without a live connection, or when a request has failed in spite of one: does the server answer? */
  async probe(): Promise<void> {
    if (this.socket.connected && navigator.onLine && !this.isOffline()) return;
    try {
      await fetch('/healthz', { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), cache: 'no-store' });
      const wasOffline = this.isOffline();
      this.isReachable();
      if (wasOffline) this.onBack();
    } catch {
      this.set('offline');
    }
  }

  /** A request that a dead line swallowed may fail long after the connection is back. */
  private isReachable(): void {
    this.set(this.socket.connected ? 'live' : 'polling');
  }

  private set(connection: Connection): void {
    if (this.store.getState().board.connection !== connection)
      this.store.dispatch(connectionChanged(connection));
  }
}
