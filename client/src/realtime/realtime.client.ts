import type { BoardOps, PresenceRequest } from '@livelane/shared/realtime/messages.schema';
import {
  allBoardsLeft,
  boardLeft,
  boardSeen,
  changeAnswered,
  changeMade,
  changeRefused,
  opsHeard,
  personalRead,
  presenceHeard,
  presenceLost,
} from '#board-sync/board.slice';
import { PERSONAL_BOARD } from '#board-sync/board.types';
import type { Mutation } from '#board-sync/mutations';
import type { OutboxEntry, SendResult } from '#board-sync/outbox';
import type { UnsavedChange } from '#board-sync/outbox.store';
import { UndoHistory } from '#board-sync/undo';
import { api, NetworkError } from '#lib/api';
import { BOARD_POLL_MS, BOARD_READ } from '#lib/cacheTimes';
import { outdated } from '#lib/outdated';
import { getSession, refreshSession } from '#lib/session';
import { listenTo, setRepeating } from '#lib/timers';
import type { Store } from '#store/store';
import { createChangeQueue } from './change.queue';
import { sendChange } from './change.sender';
import { ConnectionMonitor } from './connection.monitor';
import { keepTokenFresh } from './keepTokenFresh';
import { PersonalFollower } from './personal.follower';
import { PresenceSender } from './presence.sender';
import { ProjectBoards } from './projectBoards';
import { createSocket, subscribeMany } from './realtime.socket';

export interface RealtimeListeners {
  /** A change was refused and is taken back (R15), or waits for its user's word. */
  onSetAside(change: UnsavedChange): void;
  /** Storage is full or off: what waits is lost with its tab (SPEC.md#faults). */
  onNotStored(): void;
  onRevoked(scope: 'project' | 'workspace', id: string): void;
  /** What the query cache holds of this is out of date. */
  onStale(): void;
  /** So many notifications are unread now. */
  onUnread(unread: number): void;
  /** The server has ended the session, in this browser or from another one. */
  onSignedOut(): void;
  /** It cannot be renewed. */
  onSessionEnded(): void;
}

/** Pause before an expired token is renewed again that could not be, in milliseconds. */
const REAUTHENTICATE_MS = 5_000;

/** The live side of one signed-in tab: its socket, the boards that it follows, and the changes on their way. */
export class RealtimeClient {
  private readonly socket = createSocket();
  private readonly connection: ConnectionMonitor;
  private readonly boards: ProjectBoards;
  private readonly personal: PersonalFollower;
  private readonly changes: ReturnType<typeof createChangeQueue>;
  private readonly presence = new PresenceSender(this.socket);
  /** This user's own changes, to be taken back. */
  readonly undoable: UndoHistory;
  private isStopped = false;
  private isAuthenticating = false;
  private wasConnected = false;
  private stops: Array<() => void> = [];

  constructor(
    private readonly userId: string,
    private readonly store: Store,
    private readonly listeners: RealtimeListeners,
  ) {
    this.undoable = new UndoHistory(userId, () => sessionStorage);
    this.connection = new ConnectionMonitor(this.socket, store, () => this.back());
    this.boards = new ProjectBoards({
      userId,
      store,
      socket: this.socket,
      connection: this.connection,
      onOps: (ops) => this.undoable.observe(ops),
      onRevoked: (projectId) => listeners.onRevoked('project', projectId),
    });
    this.personal = new PersonalFollower({
      fetchBoard: () => this.connection.watched(api.get('/kanban/personal', BOARD_READ)),
      takeBoard: (board) => this.store.dispatch(personalRead(board)),
      subscribe: (boards) => (this.socket.connected ? subscribeMany(this.socket, boards) : null),
      leave: (projectId) => {
        if (!this.boards.has(projectId)) this.leaveRoom(projectId);
      },
    });
    this.changes = createChangeQueue({
      userId,
      store,
      send: (entry, isRepeated) => this.send(entry, isRepeated),
      onDone: (projectId) => this.confirmed(projectId),
      onSetAside: (change) => {
        const { mutation, moved } = change;
        const { mutationId, projectId } = mutation.entry;
        this.undoable.forget(mutationId);
        if (moved) this.boards.hint(projectId, moved.v);
        // Both wanted the same: nothing is left to be decided.
        if (moved && mutation.pending.change.kind === 'move' && mutation.pending.change.state === moved.state)
          this.discard(mutationId);
        else listeners.onSetAside(change);
      },
      onNotStored: listeners.onNotStored,
    });
  }

  start(): void {
    this.listen();
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      void this.connection.check();
      this.woken();
    };
    this.stops = [
      setRepeating(() => this.poll(), BOARD_POLL_MS),
      listenTo(window, 'online', wake),
      listenTo(document, 'visibilitychange', wake),
      keepTokenFresh(this.socket),
    ];
    void this.changes.queue.start();
    this.socket.connect();
  }

  stop(): void {
    this.isStopped = true;
    for (const stop of this.stops) stop();
    this.connection.stop();
    this.presence.stop();
    this.boards.stop();
    this.changes.stop();
    this.socket.disconnect();
    this.store.dispatch(allBoardsLeft());
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
      if (!this.personal.isIn(projectId)) this.leaveRoom(projectId);
      this.store.dispatch(boardLeft(projectId));
    };
  }

  /** Follows the board over all projects until the returned function is called. */
  followPersonal(onError: (error: unknown) => void): () => void {
    const leave = this.personal.follow(onError);
    return () => {
      leave();
      this.store.dispatch(boardLeft(PERSONAL_BOARD));
    };
  }

  /** Paints a change at once and sends it. */
  commit(mutation: Mutation): void {
    this.store.dispatch(changeMade(mutation.pending));
    this.changes.queue.add(mutation);
  }

  /**
   * Paints a change at once, sends it and waits for the answer, for dialogs that show why a change was
   * refused. Without an answer it goes to the queue like any other.
   * @throws ApiError when the server refuses; NetworkError when the session has ended before an answer came
   */
  async submit(mutation: Mutation): Promise<void> {
    const { pending, entry } = mutation;
    const { mutationId, projectId } = entry;
    this.store.dispatch(changeMade(pending));
    if (this.connection.isOffline() || this.changes.queue.isWaiting(projectId)) {
      this.changes.queue.add(mutation);
      return;
    }
    const result = await this.send(entry, false);
    if (result.outcome === 'done') {
      this.store.dispatch(changeAnswered({ mutationId, v: result.v }));
      this.confirmed(projectId);
    } else if (result.outcome === 'retry') {
      // The session has ended meanwhile: the dialog keeps the text for the next one.
      if (this.isStopped) throw new NetworkError();
      this.changes.queue.add(mutation);
    } else {
      this.store.dispatch(changeRefused({ mutationId }));
      throw result.error;
    }
  }

  /** Shows the others on the board what this user does with a card; null: nothing any more. */
  setActivity(activity: PresenceRequest | null): void {
    this.presence.set(activity);
  }

  /** Sends a change of the list "changes not saved" again. */
  retry(mutationId: string, combined?: string): void {
    this.changes.queue.retry(mutationId, combined);
  }

  /** The same without its description, for the one that somebody else has written meanwhile. */
  takeTheirs(mutationId: string): void {
    this.changes.queue.takeTheirs(mutationId);
  }

  /** Drops a change of the list "changes not saved". */
  discard(mutationId: string): void {
    this.changes.queue.discard(mutationId);
  }

  /** Reads again whatever is shown. */
  poll(): void {
    this.boards.poll();
    this.personal.poll();
  }

  /** The network or the user is back (R12, R13): boards that are held need only what they missed. */
  private woken(): void {
    this.changes.queue.wake();
    this.boards.catchUpAll();
    this.personal.poll();
  }

  /** The server answers again: what was asked before may have been swallowed, and nobody waits for it. */
  private back(): void {
    this.changes.queue.resend();
    this.boards.startOver('catchUp');
    this.personal.startOver();
  }

  private send(entry: OutboxEntry, isRepeated: boolean): Promise<SendResult> {
    return sendChange(entry, isRepeated, (request) => this.connection.watched(request));
  }

  /** A change of this browser is in the log. Without pushes it is fetched. */
  private confirmed(projectId: string): void {
    if (!this.socket.connected) this.boards.catchUp(projectId);
    this.personal.changed();
  }

  private listen(): void {
    const { socket } = this;
    socket.on('connect', () => {
      this.connection.connected();
      if (this.wasConnected) {
        this.changes.queue.resend();
        this.boards.startOver('join');
      } else {
        this.changes.queue.wake();
        this.boards.joinAll();
      }
      this.personal.connected(this.wasConnected);
      this.wasConnected = true;
      this.presence.tellAll();
    });
    socket.on('disconnect', (reason) => {
      this.store.dispatch(presenceLost());
      if (reason === 'io client disconnect') return;
      void this.connection.probe();
      // The server closed it: it will not come back by itself.
      if (reason === 'io server disconnect' && getSession().token && !this.isAuthenticating) socket.connect();
    });
    socket.on('connect_error', (error) => {
      void this.connection.probe();
      if (error.message === 'unauthenticated') void this.reauthenticate();
      else if (error.message === 'client_outdated') outdated.set(true);
    });
    socket.on('board:ops', (message) => this.received(message));
    socket.on('board:head', (head) => void this.boards.compare(head));
    socket.on('board:seen', (seen) => this.store.dispatch(boardSeen(seen)));
    socket.on('board:reset', ({ projectId }) => this.boards.reset(projectId));
    socket.on('access:changed', ({ scope, id }) => {
      this.listeners.onStale();
      if (scope === 'project') this.boards.reset(id);
      this.personal.changed();
    });
    socket.on('access:revoked', ({ scope, id }) => {
      this.listeners.onRevoked(scope, id);
      this.personal.changed();
    });
    socket.on('presence:state', ({ projectId, users }) => {
      const others = users.filter((user) => user.userId !== this.userId);
      this.store.dispatch(presenceHeard({ projectId, users: others }));
    });
    socket.on('notification:new', ({ unread }) => this.listeners.onUnread(unread));
    socket.on('notification:read', ({ unread }) => this.listeners.onUnread(unread));
    socket.on('entity:stale', () => this.listeners.onStale());
    socket.on('session:ended', ({ reason }) => {
      // The token was not renewed in time, as after a sleep; the session goes on.
      if (reason === 'token_expired') void this.reauthenticate();
      else this.listeners.onSignedOut();
    });
    socket.on('server:drain', ({ reconnectInMs }) => this.connection.returnIn(reconnectInMs));
  }

  private received(message: BoardOps): void {
    this.undoable.observe(message.ops);
    this.boards.receive(message);
    if (!this.personal.isIn(message.projectId)) return;
    if (!this.boards.has(message.projectId)) this.store.dispatch(opsHeard(message));
    this.personal.changed();
  }

  private leaveRoom(projectId: string): void {
    if (this.socket.connected) this.socket.emit('board:unsubscribe', { projectId }, () => undefined);
  }

  private async reauthenticate(): Promise<void> {
    if (this.isAuthenticating) return;
    this.isAuthenticating = true;
    try {
      const session = await refreshSession();
      if (this.isStopped) return;
      if (!session) this.listeners.onSessionEnded();
      else this.socket.disconnect().connect();
    } catch {
      // Whom the server has refused is not tried again by the socket itself.
      this.connection.returnIn(REAUTHENTICATE_MS);
    } finally {
      this.isAuthenticating = false;
    }
  }
}
