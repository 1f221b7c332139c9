import type { CatchUp, PersonalBoard, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import { BoardFollower, SubscribeRefused } from '../../board-sync/board.follower';
import { type OpsRange, personalBoard, projectBoard } from '../../board-sync/board.reducer';
import {
  allBoardsLeft,
  boardLeft,
  type Connection,
  changeAnswered,
  changeMade,
  changeRefused,
  connectionChanged,
  opsReceived,
  personalRead,
  snapshotRead,
} from '../../board-sync/board.slice';
import { PERSONAL_BOARD } from '../../board-sync/board.types';
import type { Mutation } from '../../board-sync/mutations';
import { Outbox, type OutboxEntry, REQUEST_TIMEOUT_MS, type SendResult } from '../../board-sync/outbox';
import { ApiError, api, NetworkError } from '../../lib/api';
import { BOARD_POLL_MS } from '../../lib/cacheTimes';
import { getSession, refreshSession, subscribeSession } from '../../lib/session';
import type { Store } from '../store';
import { checkLine, createSocket, subscribe } from './live.socket';

/** The personal board is read again this long after a change in one of its projects, in milliseconds. */
const PERSONAL_PAUSE_MS = 300;
/** While offline the server is looked for this often, in milliseconds. */
const PROBE_MS = 5_000;
/** A probe without an answer counts as offline after this time, in milliseconds. */
const PROBE_TIMEOUT_MS = 3_000;
/** A renewed token is asked for this long before the old one ends, in milliseconds. */
const RENEW_BEFORE_MS = 60_000;
/** At least this long between two renewals, however wrong this computer's clock is, in milliseconds. */
const RENEW_MIN_MS = 30_000;

/** Answers that are worth another attempt with the same key (R18). */
const RETRY_STATUS = new Set([408, 425, 429]);

export interface LiveListeners {
  /** A change was refused and is taken back (R15). */
  onRefused(error: Error): void;
  onRevoked(scope: 'project' | 'workspace', id: string): void;
  /** What the query cache holds of this is out of date. */
  onStale(): void;
  onSessionEnded(): void;
}

/** The live side of one signed-in tab: its socket, the boards that it follows, and the changes on their way. */
export class LiveClient {
  private readonly socket = createSocket();
  private readonly followers = new Map<string, BoardFollower>();
  private readonly outbox: Outbox;
  private personalUsers = 0;
  private personalTimer: number | null = null;
  /** Rooms that only the personal board listens to. */
  private personalRooms = new Set<string>();
  private frame: OpsRange[] = [];
  private isFrameAsked = false;
  private readonly undo: Array<() => void> = [];
  private cancelRenewal: (() => void) | null = null;

  constructor(
    private readonly store: Store,
    private readonly listeners: LiveListeners,
  ) {
    this.outbox = new Outbox({
      send: (entry) => this.send(entry),
      onDone: ({ mutationId }, v) => this.confirm(mutationId, v),
      onRefused: ({ mutationId }, error) => {
        this.store.dispatch(changeRefused({ mutationId }));
        this.listeners.onRefused(error);
      },
      setTimer,
      random: Math.random,
    });
  }

  start(): void {
    this.listen();
    this.every(BOARD_POLL_MS, () => this.poll());
    this.every(PROBE_MS, () => void this.probe());
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      void checkLine(this.socket);
      this.outbox.wake();
      this.poll();
    };
    this.on(window, 'online', wake);
    this.on(document, 'visibilitychange', wake);
    this.on(window, 'offline', () => void this.probe());
    this.undo.push(subscribeSession(({ token }) => this.renew(token)));
    this.scheduleRenewal();
    this.socket.connect();
  }

  stop(): void {
    for (const undo of this.undo) undo();
    this.cancelRenewal?.();
    for (const follower of this.followers.values()) follower.stop();
    this.followers.clear();
    this.outbox.stop();
    this.socket.disconnect();
    this.store.dispatch(allBoardsLeft());
  }

  /** Follows a project's board until the returned function is called. */
  follow(projectId: string, onError: (error: unknown) => void): () => void {
    const follower = this.createFollower(projectId, onError);
    this.followers.set(projectId, follower);
    void follower.join();
    return () => {
      follower.stop();
      this.followers.delete(projectId);
      if (!this.personalRooms.has(projectId)) this.leaveRoom(projectId);
      this.store.dispatch(boardLeft(projectId));
    };
  }

  /** Follows the board over all projects until the returned function is called. */
  followPersonal(onError: (error: unknown) => void): () => void {
    this.personalUsers++;
    const read = () => void this.readPersonal().catch(onError);
    read();
    return () => {
      this.personalUsers--;
      if (this.personalUsers > 0) return;
      if (this.personalTimer !== null) window.clearTimeout(this.personalTimer);
      this.personalTimer = null;
      for (const projectId of this.personalRooms)
        if (!this.followers.has(projectId)) this.leaveRoom(projectId);
      this.personalRooms = new Set();
      this.store.dispatch(boardLeft(PERSONAL_BOARD));
    };
  }

  /** Paints a change at once and sends it. */
  commit({ pending, entry }: Mutation): void {
    this.store.dispatch(changeMade(pending));
    this.outbox.add(entry);
  }

  /**
   * Paints a change at once, sends it and waits for the answer, for dialogs that show why a change was
   * refused. Without an answer it goes to the queue like any other.
   * @throws ApiError when the server refuses
   */
  async submit({ pending, entry }: Mutation): Promise<void> {
    this.store.dispatch(changeMade(pending));
    if (this.outbox.isWaiting(entry.projectId)) {
      this.outbox.add(entry);
      return;
    }
    const result = await this.send(entry);
    if (result.outcome === 'done') this.confirm(entry.mutationId, result.v);
    else if (result.outcome === 'retry') this.outbox.add(entry);
    else {
      this.store.dispatch(changeRefused({ mutationId: entry.mutationId }));
      throw result.error;
    }
  }

  private confirm(mutationId: string, v: number): void {
    this.store.dispatch(changeAnswered({ mutationId, v }));
    const { projectId } =
      this.store.getState().board.sync.pending.find((each) => each.mutationId === mutationId) ?? {};
    if (projectId && !this.socket.connected) void this.followers.get(projectId)?.catchUp();
    this.personalChanged();
  }

  /** Reads again whatever is shown. */
  poll(): void {
    for (const follower of this.followers.values()) void follower.poll();
    if (this.personalUsers > 0) void this.readPersonal().catch(() => undefined);
  }

  private createFollower(projectId: string, onError: (error: unknown) => void): BoardFollower {
    const held = () => {
      const board = projectBoard(this.store.getState().board.sync, projectId);
      return board ? { epoch: board.epoch, v: board.v } : null;
    };
    return new BoardFollower(projectId, {
      cursor: () => {
        this.flushFrame();
        return held();
      },
      fetchBoard: async (cursor) => {
        const etag = cursor && `"${cursor.epoch}:${cursor.v}"`;
        const answer = await this.watched(
          api.getIfChanged<ProjectBoard>(`/kanban/project/${projectId}`, etag),
        );
        return answer?.data ?? null;
      },
      fetchOps: ({ epoch, v }) =>
        this.watched(api.get<CatchUp>(`/kanban/project/${projectId}/ops?since=${v}&epoch=${epoch}`)),
      subscribe: (cursor) =>
        this.socket.connected
          ? subscribe(this.socket, { projectId, ...(cursor && { epoch: cursor.epoch, sinceV: cursor.v }) })
          : null,
      takeSnapshot: (board) => this.store.dispatch(snapshotRead(board)),
      takeOps: (range) => this.takeOps(range),
      onError: (error) => {
        if (error instanceof SubscribeRefused) void this.readDirectly(projectId, onError);
        else onError(error);
      },
      setTimer,
    });
  }

  /** A refused subscription is told in the words of REST. */
  private async readDirectly(projectId: string, onError: (error: unknown) => void): Promise<void> {
    try {
      this.store.dispatch(snapshotRead(await api.get<ProjectBoard>(`/kanban/project/${projectId}`)));
    } catch (error) {
      onError(error);
    }
  }

  /** All ops of one animation frame become one dispatch. */
  private takeOps(range: OpsRange): void {
    this.frame.push(range);
    if (this.isFrameAsked) return;
    this.isFrameAsked = true;
    // A hidden tab paints no frames.
    if (document.visibilityState === 'hidden') queueMicrotask(() => this.flushFrame());
    else requestAnimationFrame(() => this.flushFrame());
  }

  private flushFrame(): void {
    this.isFrameAsked = false;
    if (this.frame.length === 0) return;
    const ranges = this.frame;
    this.frame = [];
    this.store.dispatch(opsReceived(ranges));
  }

  private listen(): void {
    const { socket } = this;
    socket.on('connect', () => {
      this.setConnection('live');
      this.outbox.wake();
      for (const follower of this.followers.values()) void follower.join();
      this.personalRooms = new Set();
      if (this.personalUsers > 0) void this.readPersonal().catch(() => undefined);
    });
    socket.on('disconnect', (reason) => {
      void this.probe();
      // The server closed it: it will not come back by itself.
      if (reason === 'io server disconnect' && getSession().token) socket.connect();
    });
    socket.on('connect_error', (error) => {
      void this.probe();
      if (error.message === 'unauthenticated') void this.reauthenticate();
    });
    socket.on('board:ops', (message) => this.received(message));
    socket.on('board:head', ({ projectId, v }) => this.followers.get(projectId)?.hint(v));
    socket.on('board:reset', ({ projectId }) => void this.followers.get(projectId)?.reset());
    socket.on('access:changed', ({ scope, id }) => {
      this.listeners.onStale();
      if (scope === 'project') void this.followers.get(id)?.reset();
      this.personalChanged();
    });
    socket.on('access:revoked', ({ scope, id }) => {
      this.listeners.onRevoked(scope, id);
      this.personalChanged();
    });
    socket.on('entity:stale', () => this.listeners.onStale());
    socket.on('session:ended', () => this.listeners.onSessionEnded());
    socket.on('server:drain', ({ reconnectInMs }) => {
      socket.disconnect();
      setTimer(() => socket.connect(), reconnectInMs);
    });
  }

  private received(message: BoardOps): void {
    this.followers.get(message.projectId)?.receive(message);
    if (this.personalRooms.has(message.projectId)) this.personalChanged();
  }

  private personalChanged(): void {
    if (this.personalUsers === 0 || this.personalTimer !== null) return;
    this.personalTimer = window.setTimeout(() => {
      this.personalTimer = null;
      void this.readPersonal().catch(() => undefined);
    }, PERSONAL_PAUSE_MS);
  }

  private async readPersonal(): Promise<void> {
    const board = await this.watched(api.get<PersonalBoard>('/kanban/personal'));
    if (this.personalUsers === 0) return;
    this.store.dispatch(personalRead(board));
    await this.joinPersonalRooms();
  }

  /** The personal board listens to each of its projects, from the version that it was read at. */
  private async joinPersonalRooms(): Promise<void> {
    const board = personalBoard(this.store.getState().board.sync);
    if (!board || !this.socket.connected) return;
    for (const [projectId, { epoch, v }] of Object.entries(board.cursors)) {
      if (this.personalRooms.has(projectId)) continue;
      this.personalRooms.add(projectId);
      const answer = await subscribe(this.socket, { projectId, epoch, sinceV: v });
      if (!answer.ok) this.personalRooms.delete(projectId);
      else if (answer.mode !== 'current') this.personalChanged();
    }
  }

  private leaveRoom(projectId: string): void {
    if (this.socket.connected) this.socket.emit('board:unsubscribe', { projectId }, () => undefined);
  }

  private async send(entry: OutboxEntry): Promise<SendResult> {
    const { method, path, body, mutationId } = entry;
    const options = { headers: { [IDEMPOTENCY_KEY_HEADER]: mutationId }, timeoutMs: REQUEST_TIMEOUT_MS };
    try {
      const answer = await this.watched(
        method === 'DELETE'
          ? api.delete<{ v: number }>(path, options)
          : method === 'PUT'
            ? api.put<{ v: number }>(path, body, options)
            : api.post<{ v: number }>(path, body, options),
      );
      return { outcome: 'done', v: answer.v };
    } catch (error) {
      if (!(error instanceof ApiError)) return { outcome: 'retry' };
      const { status, code, retryAfterMs } = error;
      if (status >= 500 || RETRY_STATUS.has(status)) return { outcome: 'retry', afterMs: retryAfterMs };
      return { outcome: 'refused', status, code, error };
    }
  }

  /** Learns from each request whether the server can be reached. */
  private async watched<T>(request: Promise<T>): Promise<T> {
    try {
      const answer = await request;
      if (!this.socket.connected) this.setConnection('polling');
      return answer;
    } catch (error) {
      if (error instanceof NetworkError) this.setConnection('offline');
      throw error;
    }
  }

  /** Without a live connection: is there any? */
  private async probe(): Promise<void> {
    if (this.socket.connected && navigator.onLine) return;
    try {
      await fetch('/healthz', { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), cache: 'no-store' });
      if (this.socket.connected) return;
      const wasOffline = this.store.getState().board.connection === 'offline';
      this.setConnection('polling');
      if (wasOffline) {
        this.outbox.wake();
        this.poll();
      }
    } catch {
      this.setConnection('offline');
    }
  }

  private setConnection(connection: Connection): void {
    if (this.store.getState().board.connection !== connection)
      this.store.dispatch(connectionChanged(connection));
  }

  private async reauthenticate(): Promise<void> {
    try {
      const session = await refreshSession();
      if (!session) this.listeners.onSessionEnded();
      else this.socket.connect();
    } catch {
      // Unreachable: the socket's own back-off tries again.
    }
  }

  private renew(token: string | null): void {
    if (token && this.socket.connected) this.socket.emit('auth:renew', { token }, () => undefined);
    this.scheduleRenewal();
  }

  /** Renews the access token before it ends, so that the socket stays open. */
  private scheduleRenewal(): void {
    this.cancelRenewal?.();
    const { token } = getSession();
    if (!token) return;
    const inMs = expiryOf(token) - Date.now() - RENEW_BEFORE_MS;
    this.cancelRenewal = setTimer(
      () => void refreshSession().catch(() => undefined),
      Math.max(inMs, RENEW_MIN_MS),
    );
  }

  private every(ms: number, run: () => void): void {
    const timer = window.setInterval(run, ms);
    this.undo.push(() => window.clearInterval(timer));
  }

  private on(target: EventTarget, event: string, run: () => void): void {
    target.addEventListener(event, run);
    this.undo.push(() => target.removeEventListener(event, run));
  }
}

function setTimer(run: () => void, ms: number): () => void {
  const timer = window.setTimeout(run, ms);
  return () => window.clearTimeout(timer);
}

/** When a JWT ends, milliseconds since 1970. */
function expiryOf(token: string): number {
  const [, payload = ''] = token.split('.');
  const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number };
  return claims.exp * 1000;
}
