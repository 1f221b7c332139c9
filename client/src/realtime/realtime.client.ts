import type { PresenceRequest } from '@livelane/shared/realtime/messages.schema';
import { allBoardsLeft, boardLeft, personalOpsReceived, personalRead } from '#board-sync/board.slice';
import { PERSONAL_BOARD, personalBoard } from '#board-sync/board.types';
import { continuesPersonal } from '#board-sync/personal.reducer';
import { boardSeen, presenceLost, presenceReceived, sessionLeft } from '#board-sync/realtime.slice';
import { api } from '#lib/api';
import { BOARD_POLL_MS, BOARD_READ } from '#lib/cacheTimes';
import { outdated } from '#lib/outdated';
import { refreshSession } from '#lib/session';
import { listenTo, setRepeating } from '#lib/timers';
import type { Store } from '#store/store';
import { ConnectionMonitor } from './connection.monitor';
import { type ChangeListeners, OwnChanges } from './own.changes';
import type { PersonalFollower } from './personal.follower';
import { PresenceSender } from './presence.sender';
import { ProjectBoards } from './projectBoards';
import { createSocket, subscribePersonal } from './realtime.socket';
import { SocketSession } from './socket.session';

export interface RealtimeListeners extends ChangeListeners {
  onRevoked(scope: 'project' | 'workspace', id: string): void;
  /** Cached queries are out of date, or may be: pushes about them were missed. */
  onStale(): void;
  /** Pushes arrive for the first time. */
  onConnected(): void;
  /** The number of unread notifications has changed. */
  onUnread(unread: number): void;
  /** The server has ended the session, in this browser or from another one. */
  onSignedOut(): void;
}

/** The live side of one signed-in tab: its socket, the followed boards, and the user's changes. */
export class RealtimeClient {
  private readonly socket = createSocket();
  private readonly connection: ConnectionMonitor;
  private readonly session: SocketSession;
  private readonly boards: ProjectBoards;
  /** Set once that board has been opened; its page brings the follower. */
  private personal: PersonalFollower | undefined;
  /** The user's own changes, waiting or undoable. */
  readonly changes: OwnChanges;
  private readonly presence = new PresenceSender(this.socket);
  private wasConnected = false;
  private stops: Array<() => void> = [];

  constructor(
    private readonly userId: string,
    private readonly store: Store,
    private readonly listeners: RealtimeListeners,
  ) {
    this.connection = new ConnectionMonitor(this.socket, store, () => this.back());
    this.session = new SocketSession(this.socket, this.connection, listeners);
    this.boards = new ProjectBoards({
      userId,
      store,
      socket: this.socket,
      connection: this.connection,
      onOps: (ops) => this.changes.undoable.observe(ops),
      onRevoked: (projectId) => listeners.onRevoked('project', projectId),
    });
    this.changes = new OwnChanges({
      userId,
      store,
      connection: this.connection,
      listeners,
      onCommitted: (projectId) => {
        // Without pushes the change is fetched.
        if (!this.socket.connected) this.boards.catchUp(projectId);
        if (!this.personal?.follows(projectId)) this.personal?.changed();
      },
      onReached: (projectId, v) => this.boards.hint(projectId, v),
    });
  }

  start(): void {
    this.listen();
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      void this.connection.check();
      this.woken();
    };
    this.session.start();
    this.stops = [
      setRepeating(() => this.poll(), BOARD_POLL_MS),
      listenTo(window, 'online', wake),
      listenTo(document, 'visibilitychange', wake),
    ];
    this.changes.start();
    this.socket.connect();
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.session.stop();
    this.connection.stop();
    this.presence.stop();
    this.boards.stop();
    this.changes.stop();
    this.socket.disconnect();
    this.store.dispatch(allBoardsLeft());
    this.store.dispatch(sessionLeft());
  }

  /** Follows a project's board until the returned function is called. */
  follow(projectId: string, onError: (error: unknown) => void): () => void {
    let isLeft = false;
    void this.boards.open(projectId, onError).then(() => {
      if (!isLeft) this.presence.enter(projectId);
    });
    return () => {
      isLeft = true;
      this.boards.close(projectId);
      this.presence.leave(projectId);
      this.leaveRoom(projectId);
      this.store.dispatch(boardLeft(projectId));
      // Whoever goes now is told of to those who stay.
      this.store.dispatch(presenceReceived({ projectId, users: [] }));
    };
  }

  /** Follows the board over all projects until the returned function is called. */
  followPersonal(Follower: typeof PersonalFollower, onError: (error: unknown) => void): () => void {
    const { socket, store, userId } = this;
    this.personal ??= new Follower({
      fetchBoard: () => this.connection.watched(api.get('/kanban/personal', BOARD_READ)),
      takeBoard: (board) => store.dispatch(personalRead(board)),
      takeOps: (message) => {
        if (!continuesPersonal(store.getState().board, message)) return false;
        this.changes.undoable.observe(message.ops);
        store.dispatch(personalOpsReceived({ ...message, userId }));
        return true;
      },
      held: () => personalBoard(store.getState().board)?.cursors ?? {},
      subscribe: () => (socket.connected ? subscribePersonal(socket) : null),
      unsubscribe: () => {
        if (socket.connected) socket.emit('personal:unsubscribe', {}, () => undefined);
      },
    });
    const leave = this.personal.follow(onError);
    return () => {
      leave();
      this.store.dispatch(boardLeft(PERSONAL_BOARD));
      this.store.dispatch(presenceLost());
    };
  }

  /** Shows the others on the board this user's activity on a card; null: none. */
  setActivity(activity: PresenceRequest | null): void {
    this.presence.set(activity);
  }

  /** Reads the shown boards again, and without pushes all else that is shown. */
  poll(): void {
    if (!this.socket.connected && !this.connection.isOffline()) this.listeners.onStale();
    this.boards.poll();
    this.personal?.poll();
  }

  /** The network or the user is back (R12, R13): held boards only need the missed changes. */
  private woken(): void {
    this.changes.outbox.wake();
    this.boards.catchUpAll();
    this.personal?.poll();
  }

  /** The server answers again: earlier requests may be lost, and are not waited for. */
  private back(): void {
    this.changes.outbox.resend();
    this.boards.startOver('catchUp');
    this.personal?.startOver();
  }

  private listen(): void {
    const { socket } = this;
    socket.on('connect', () => {
      this.connection.connected();
      if (this.wasConnected) {
        this.listeners.onStale();
        this.changes.outbox.resend();
        this.boards.startOver('join');
      } else {
        this.listeners.onConnected();
        this.changes.outbox.wake();
        this.boards.joinAll();
      }
      this.personal?.connected(this.wasConnected);
      this.wasConnected = true;
      this.presence.sendAll();
    });
    socket.on('disconnect', (reason) => {
      this.store.dispatch(presenceLost());
      if (reason === 'io client disconnect') return;
      void this.connection.probe();
    });
    socket.on('connect_error', (error) => {
      void this.connection.probe();
      if (error.message === 'client_outdated') outdated.set(true);
    });
    socket.on('personal:ops', (message) => this.personal?.receive(message));
    socket.on('board:reset', ({ projectId }) => {
      if (this.personal?.follows(projectId)) this.personal?.rejoin();
    });
    socket.on('board:seen', (seen) => this.store.dispatch(boardSeen(seen)));
    socket.on('access:changed', ({ scope, id }) => {
      this.listeners.onStale();
      if (scope === 'project') this.boards.reset(id);
      this.personal?.rejoin();
    });
    socket.on('access:revoked', ({ scope, id }) => {
      this.listeners.onRevoked(scope, id);
      this.personal?.rejoin();
    });
    socket.on('presence:state', ({ projectId, users }) => {
      const others = users.filter((user) => user.userId !== this.userId);
      this.store.dispatch(presenceReceived({ projectId, users: others }));
    });
    socket.on('notification:new', ({ unread }) => this.listeners.onUnread(unread));
    socket.on('notification:read', ({ unread }) => this.listeners.onUnread(unread));
    socket.on('entity:stale', ({ entity }) => {
      this.listeners.onStale();
      // It may be a new one, or hints about such were lost.
      if (entity === 'project' || entity === 'user') this.personal?.rejoin();
      // The answer has their profile.
      if (entity === 'user') refreshSession().catch(() => undefined);
    });
    socket.on('server:drain', ({ reconnectInMs }) => this.connection.returnIn(reconnectInMs));
  }

  private leaveRoom(projectId: string): void {
    if (this.socket.connected) this.socket.emit('board:unsubscribe', { projectId }, () => undefined);
  }
}
