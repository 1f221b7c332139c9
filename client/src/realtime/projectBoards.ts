import type { CatchUp } from '@livelane/shared/boards/board.schema';
import type { BoardHead, BoardOps } from '@livelane/shared/realtime/messages.schema';
import { BoardFollower, type Cursor, SubscribeRefused } from '#board-sync/board.follower';
import type { BoardRead } from '#board-sync/board.reading';
import { boardLeft, boardRead, type OpsRange } from '#board-sync/board.slice';
import { projectBoard } from '#board-sync/board.types';
import { boardSeen } from '#board-sync/realtime.slice';
import { ApiError, api } from '#lib/api';
import { BOARD_READ } from '#lib/cacheTimes';
import { beforePaint, painted } from '#lib/painted';
import { setTimer } from '#lib/timers';
import type { Store } from '#store/store';
import { openBoard } from './board.request';
import { BoardVerifier } from './board.verifier';
import type { ConnectionMonitor } from './connection.monitor';
import { type RealtimeSocket, subscribe } from './realtime.socket';

/** A join or read that failed while the connection is live is tried again after this time. */
const REJOIN_MS = 5_000;

interface Ports {
  userId: string;
  store: Store;
  socket: RealtimeSocket;
  connection: ConnectionMonitor;
  /** Called with ops that were pushed, or that continue an open board, before they are applied. */
  onOps(ops: OpsRange['ops']): void;
  /** The user has lost access to the held board. */
  onRevoked(projectId: string): void;
}

/** The project boards that are open in this tab, each kept in step by its follower. */
export class ProjectBoards {
  private readonly followers = new Map<string, BoardFollower>();
  private readonly check: BoardVerifier;
  private readonly rejoining = new Set<string>();

  constructor(private readonly ports: Ports) {
    this.check = new BoardVerifier((projectId) => this.held(projectId));
    const { socket } = ports;
    socket.on('board:ops', (message) => this.received(message));
    socket.on('board:head', (head) => void this.compare(head));
    socket.on('board:reset', ({ projectId }) => this.reset(projectId));
  }

  /** Follows a board. The promise resolves once it has been joined or read. */
  open(projectId: string, onError: (error: unknown) => void): Promise<void> {
    const follower = this.createFollower(projectId, onError);
    this.followers.set(projectId, follower);
    return follower.join();
  }

  close(projectId: string): void {
    this.followers.get(projectId)?.stop();
    this.followers.delete(projectId);
  }

  has(projectId: string): boolean {
    return this.followers.has(projectId);
  }

  stop(): void {
    for (const follower of this.followers.values()) follower.stop();
    this.followers.clear();
  }

  joinAll(): void {
    for (const follower of this.followers.values()) void follower.join();
  }

  poll(): void {
    for (const follower of this.followers.values()) void follower.poll();
  }

  catchUpAll(): void {
    for (const follower of this.followers.values()) void follower.catchUp();
  }

  /** The followers' pending answers may never arrive: they request again. */
  startOver(task: 'join' | 'catchUp'): void {
    for (const follower of this.followers.values()) void follower.startOver(task);
  }

  catchUp(projectId: string): void {
    void this.followers.get(projectId)?.catchUp();
  }

  /** A board has reached version `v` on the server. */
  hint(projectId: string, v: number): void {
    this.followers.get(projectId)?.hint(v);
  }

  reset(projectId: string): void {
    void this.followers.get(projectId)?.reset();
  }

  private received(message: BoardOps): void {
    this.ports.onOps(message.ops);
    this.followers.get(message.projectId)?.receive(message);
  }

  /** The server has announced a board's version: pushes may have been lost, or worse. */
  private async compare(head: BoardHead): Promise<void> {
    const follower = this.followers.get(head.projectId);
    if (!follower) return;
    follower.hint(head.v);
    if (await this.check.differs(head)) void follower.reset();
  }

  /** The board, once it is whole. */
  private held(projectId: string) {
    const board = this.shown(projectId);
    return board?.awaited ? undefined : board;
  }

  private shown(projectId: string) {
    return projectBoard(this.ports.store.getState().board, projectId);
  }

  /** Reads a board, and shows its first cards before the rest is read. Null when it is still at this version. */
  private async read(projectId: string, cursor: Cursor | null): Promise<BoardRead | null> {
    const reading = await openBoard(projectId, cursor, (seenV) =>
      this.ports.store.dispatch(boardSeen({ projectId, seenV })),
    );
    if (!reading) return null;
    if (reading.top.awaited) {
      if (!this.shown(projectId) && this.has(projectId)) this.ports.store.dispatch(boardRead(reading.top));
      await painted();
    }
    return reading.whole();
  }

  private createFollower(projectId: string, onError: (error: unknown) => void): BoardFollower {
    const { userId, store, socket, connection, onOps } = this.ports;
    return new BoardFollower(projectId, {
      userId,
      cursor: () => {
        const board = this.held(projectId);
        return board ? { epoch: board.epoch, v: board.v } : null;
      },
      fetchBoard: (cursor) => connection.watched(this.read(projectId, cursor)),
      fetchOps: ({ epoch, v }) =>
        connection.watched(
          api.get<CatchUp>(`/kanban/project/${projectId}/ops?since=${v}&epoch=${epoch}`, BOARD_READ),
        ),
      isSeenKnown: () => projectId in store.getState().realtime.seen,
      subscribe: (cursor) =>
        socket.connected
          ? subscribe(socket, { projectId, ...(cursor && { epoch: cursor.epoch, sinceV: cursor.v }) })
          : null,
      dispatch: store.dispatch,
      onOps,
      onError: (error) => {
        if (!isFinal(error)) this.rejoinLater(projectId);
        if (error instanceof SubscribeRefused) void this.readDirectly(projectId, onError);
        else this.notRead(projectId, error, onError);
      },
      beforePaint,
      setTimer,
    });
  }

  /** Otherwise the badge would show "live" although nothing is pushed to this board. */
  private rejoinLater(projectId: string): void {
    if (this.rejoining.has(projectId)) return;
    this.rejoining.add(projectId);
    setTimer(() => {
      this.rejoining.delete(projectId);
      if (this.ports.socket.connected) void this.followers.get(projectId)?.join();
    }, REJOIN_MS);
  }

  /** Reads by REST, so that a refused subscription is reported like a refused read. */
  private async readDirectly(projectId: string, onError: (error: unknown) => void): Promise<void> {
    try {
      const board = await this.read(projectId, null);
      if (board && this.has(projectId)) this.ports.store.dispatch(boardRead(board));
    } catch (error) {
      this.notRead(projectId, error, onError);
    }
  }

  /** Someone who was removed while disconnected is notified here (R11), and loses the held board. */
  private notRead(projectId: string, error: unknown, onError: (error: unknown) => void): void {
    const isGone = error instanceof ApiError && error.status === 404;
    if (isGone && this.shown(projectId)) {
      this.ports.onRevoked(projectId);
      this.ports.store.dispatch(boardLeft(projectId));
      return;
    }
    onError(error);
  }
}

/** Whether the server reports that this user has no access to the board. Other errors may be temporary. */
function isFinal(error: unknown): boolean {
  if (error instanceof SubscribeRefused) return error.code === 'not_found' || error.code === 'forbidden';
  return error instanceof ApiError && error.status < 500;
}
