import type { CatchUp, ProjectBoard } from '@livelane/shared/boards/board.schema';
import type { BoardHead, BoardOps, PresenceRequest } from '@livelane/shared/realtime/messages.schema';
import { BoardFollower, SubscribeRefused } from '../../board-sync/board.follower';
import { type OpsRange, projectBoard } from '../../board-sync/board.reducer';
import {
  allBoardsLeft,
  boardLeft,
  changeAnswered,
  changeMade,
  changeRefused,
  opsReceived,
  personalRead,
  presenceHeard,
  presenceLost,
  snapshotRead,
} from '../../board-sync/board.slice';
import { PERSONAL_BOARD } from '../../board-sync/board.types';
import type { Mutation } from '../../board-sync/mutations';
import type { UnsavedChange } from '../../board-sync/outbox.store';
import { UndoHistory } from '../../board-sync/undo';
import { api } from '../../lib/api';
import { BOARD_POLL_MS } from '../../lib/cacheTimes';
import { getSession, refreshSession } from '../../lib/session';
import type { Store } from '../store';
import { BoardCheck } from './board.check';
import { createChangeQueue } from './change.queue';
import { sendChange } from './change.sender';
import { Line } from './line';
import { checkLine, createSocket, subscribe } from './live.socket';
import { PersonalFollower } from './personal.follower';
import { PresenceSender } from './presence.sender';
import { listenTo, setRepeating, setTimer } from './timers';
import { keepTokenFresh } from './token.renewal';

export interface LiveListeners {
  /** A change was refused and is taken back (R15), or waits for its user's word. */
  onSetAside(change: UnsavedChange): void;
  /** Storage is full or off: what waits is lost with its tab (protocol section 9). */
  onNotStored(): void;
  onRevoked(scope: 'project' | 'workspace', id: string): void;
  /** What the query cache holds of this is out of date. */
  onStale(): void;
  onSessionEnded(): void;
}

/** The live side of one signed-in tab: its socket, the boards that it follows, and the changes on their way. */
export class LiveClient {
  private readonly socket = createSocket();
  private readonly line: Line;
  private readonly followers = new Map<string, BoardFollower>();
  private readonly personal: PersonalFollower;
  private readonly changes: ReturnType<typeof createChangeQueue>;
  private readonly presence = new PresenceSender(this.socket);
  private readonly check = new BoardCheck((projectId) =>
    projectBoard(this.store.getState().board.sync, projectId),
  );
  /** This user's own changes, to be taken back. */
  readonly undoable: UndoHistory;
  private frame: OpsRange[] = [];
  private isFrameAsked = false;
  private stops: Array<() => void> = [];

  constructor(
    private readonly userId: string,
    private readonly store: Store,
    private readonly listeners: LiveListeners,
  ) {
    this.undoable = new UndoHistory(userId, () => sessionStorage);
    this.line = new Line(this.socket, store, () => this.woken());
    this.personal = new PersonalFollower({
      fetchBoard: () => this.line.watched(api.get('/kanban/personal')),
      takeBoard: (board) => this.store.dispatch(personalRead(board)),
      subscribe: (request) => (this.socket.connected ? subscribe(this.socket, request) : null),
      leave: (projectId) => {
        if (!this.followers.has(projectId)) this.leaveRoom(projectId);
      },
    });
    this.changes = createChangeQueue({
      userId,
      store,
      send: (entry) => sendChange(entry, (request) => this.line.watched(request)),
      onDone: (projectId) => this.confirmed(projectId),
      onSetAside: (change) => {
        this.undoable.forget(change.mutation.entry.mutationId);
        listeners.onSetAside(change);
      },
      onNotStored: listeners.onNotStored,
    });
  }

  start(): void {
    this.listen();
    const wake = () => {
      if (document.visibilityState === 'hidden') return;
      void checkLine(this.socket);
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
    for (const stop of this.stops) stop();
    this.line.stop();
    this.presence.stop();
    for (const follower of this.followers.values()) follower.stop();
    this.followers.clear();
    this.changes.stop();
    this.socket.disconnect();
    this.store.dispatch(allBoardsLeft());
  }

  /** Follows a project's board until the returned function is called. */
  follow(projectId: string, onError: (error: unknown) => void): () => void {
    const follower = this.createFollower(projectId, onError);
    this.followers.set(projectId, follower);
    void follower.join().then(() => this.presence.enter(projectId));
    return () => {
      follower.stop();
      this.presence.leave(projectId);
      this.followers.delete(projectId);
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
   * @throws ApiError when the server refuses
   */
  async submit(mutation: Mutation): Promise<void> {
    const { pending, entry } = mutation;
    const { mutationId, projectId } = entry;
    this.store.dispatch(changeMade(pending));
    if (this.line.isOffline() || this.changes.queue.isWaiting(projectId)) {
      this.changes.queue.add(mutation);
      return;
    }
    const result = await sendChange(entry, (request) => this.line.watched(request));
    if (result.outcome === 'done') {
      this.store.dispatch(changeAnswered({ mutationId, v: result.v }));
      this.confirmed(projectId);
    } else if (result.outcome === 'retry') this.changes.queue.add(mutation);
    else {
      this.store.dispatch(changeRefused({ mutationId }));
      throw result.error;
    }
  }

  /** Shows the others on the board what this user does with a card; null: nothing any more. */
  setActivity(activity: PresenceRequest | null): void {
    this.presence.set(activity);
  }

  /** Sends a change of the list "changes not saved" again. */
  retry(mutationId: string): void {
    this.changes.queue.retry(mutationId);
  }

  /** Drops a change of the list "changes not saved". */
  discard(mutationId: string): void {
    this.changes.queue.discard(mutationId);
  }

  /** Reads again whatever is shown. */
  poll(): void {
    for (const follower of this.followers.values()) void follower.poll();
    this.personal.poll();
  }

  /** The network or the user is back (R12, R13). */
  private woken(): void {
    this.changes.queue.wake();
    this.poll();
  }

  /** A change of this browser is in the log. Without pushes it is fetched. */
  private confirmed(projectId: string): void {
    if (!this.socket.connected) void this.followers.get(projectId)?.catchUp();
    this.personal.changed();
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
        const answer = await this.line.watched(
          api.getIfChanged<ProjectBoard>(`/kanban/project/${projectId}`, etag),
        );
        return answer?.data ?? null;
      },
      fetchOps: ({ epoch, v }) =>
        this.line.watched(api.get<CatchUp>(`/kanban/project/${projectId}/ops?since=${v}&epoch=${epoch}`)),
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
    this.undoable.observe(range.ops);
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
      this.line.isLive();
      this.changes.queue.wake();
      for (const follower of this.followers.values()) void follower.join();
      this.personal.connected();
      this.presence.tellAll();
    });
    socket.on('disconnect', (reason) => {
      this.store.dispatch(presenceLost());
      void this.line.probe();
      // The server closed it: it will not come back by itself.
      if (reason === 'io server disconnect' && getSession().token) socket.connect();
    });
    socket.on('connect_error', (error) => {
      void this.line.probe();
      if (error.message === 'unauthenticated') void this.reauthenticate();
    });
    socket.on('board:ops', (message) => this.received(message));
    socket.on('board:head', (head) => void this.compare(head));
    socket.on('board:reset', ({ projectId }) => void this.followers.get(projectId)?.reset());
    socket.on('access:changed', ({ scope, id }) => {
      this.listeners.onStale();
      if (scope === 'project') void this.followers.get(id)?.reset();
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
    socket.on('entity:stale', () => this.listeners.onStale());
    socket.on('session:ended', () => this.listeners.onSessionEnded());
    socket.on('server:drain', ({ reconnectInMs }) => {
      socket.disconnect();
      setTimer(() => socket.connect(), reconnectInMs);
    });
  }

  private received(message: BoardOps): void {
    this.undoable.observe(message.ops);
    this.followers.get(message.projectId)?.receive(message);
    if (this.personal.isIn(message.projectId)) this.personal.changed();
  }

  /** The server's word of where a board stands: pushes may have been lost, or worse. */
  private async compare(head: BoardHead): Promise<void> {
    const follower = this.followers.get(head.projectId);
    if (!follower) return;
    follower.hint(head.v);
    if (await this.check.differs(head)) void follower.reset();
  }

  private leaveRoom(projectId: string): void {
    if (this.socket.connected) this.socket.emit('board:unsubscribe', { projectId }, () => undefined);
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
}
