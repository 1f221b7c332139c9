import type { BoardHead, BoardOps } from '@livelane/shared/realtime/messages.schema';
import type { Random } from '../../test-kit/random';

type Handler = (...args: never[]) => void;

/** The server's end of one connection, as the network sees it. */
export interface Uplink {
  /** Sends an event to the client. */
  send(event: string, payload: unknown): void;
  /** Ends the connection. `isOrderly`: the client learns that the server wanted it. */
  close(isOrderly: boolean): void;
}

/** Observes pushes as they leave servers. */
export interface PushObserver {
  push(userId: string, push: BoardOps): void;
  head(head: BoardHead): void;
}

/** A socket on the server's side: the part of Socket.IO's that the live code uses. */
export class ServerSocket {
  readonly data: Record<string, unknown> = {};
  readonly rooms = new Set<string>();
  readonly handshake: { auth: unknown };
  connected = true;
  /** Engine.IO's connection: nothing ever waits in it, so back-pressure finds nothing. */
  readonly conn = { writeBuffer: [], transport: {}, close: () => this.end(false) };
  private readonly handlers = new Map<string, Handler>();
  private middleware: ((packet: unknown[], next: () => void) => void) | null = null;

  constructor(
    readonly id: string,
    auth: unknown,
    private readonly uplink: Uplink,
    private readonly server: SocketServer,
  ) {
    this.handshake = { auth };
  }

  join(room: string): void {
    this.rooms.add(room);
    this.server.enter(room, this.id);
  }

  leave(room: string): void {
    this.rooms.delete(room);
    this.server.exit(room, this.id);
  }

  use(middleware: (packet: unknown[], next: () => void) => void): void {
    this.middleware = middleware;
  }

  on(event: string, handler: Handler): void {
    this.handlers.set(event, handler);
  }

  emit(event: string, payload: unknown): void {
    if (!this.connected) return;
    const copy = structuredClone(payload);
    if (event === 'board:ops') this.server.observer.push(String(this.data.userId), copy as BoardOps);
    if (event === 'board:head') this.server.observer.head(copy as BoardHead);
    this.uplink.send(event, copy);
  }

  disconnect(_close?: boolean): void {
    this.end(true);
  }

  /** A message of the client has arrived. */
  receive(event: string, payload: unknown, acknowledge: (answer: unknown) => void): void {
    if (!this.connected) return;
    const deliver = () => this.handlers.get(event)?.(...([payload, acknowledge] as never[]));
    if (this.middleware) this.middleware([event, payload, acknowledge], deliver);
    else deliver();
  }

  /** The connection is gone, on whichever side it ended. */
  gone(): void {
    if (!this.connected) return;
    this.call('disconnecting');
    this.connected = false;
    for (const room of [...this.rooms]) this.leave(room);
    this.server.sockets.sockets.delete(this.id);
    this.call('disconnect');
  }

  private end(isOrderly: boolean): void {
    if (!this.connected) return;
    this.uplink.close(isOrderly);
    this.gone();
  }

  private call(event: string): void {
    this.handlers.get(event)?.();
  }
}

type Middleware = (socket: ServerSocket, next: (error?: Error) => void) => void;

/** Socket.IO's server for one simulated node: rooms and sockets, without a network of its own. */
export class SocketServer {
  readonly sockets = {
    sockets: new Map<string, ServerSocket>(),
    adapter: { rooms: new Map<string, Set<string>>() },
  };
  private middleware: Middleware = (_socket, next) => next();
  private onConnection: (socket: ServerSocket) => void = () => undefined;
  private closed = false;

  constructor(
    private readonly random: Random,
    readonly observer: PushObserver,
  ) {}

  use(middleware: Middleware): void {
    this.middleware = middleware;
  }

  on(_event: 'connection', handler: (socket: ServerSocket) => void): void {
    this.onConnection = handler;
  }

  to(rooms: string | readonly string[]) {
    const emit = (event: string, payload: unknown) => {
      for (const socket of this.members([rooms].flat())) socket.emit(event, payload);
    };
    return { emit, volatile: { emit } };
  }

  /** A client wants to connect. @throws the middleware's refusal */
  accept(auth: unknown, uplink: Uplink): Promise<ServerSocket> {
    const socket = new ServerSocket(this.random.uuid(), auth, uplink, this);
    return new Promise((resolve, reject) => {
      this.middleware(socket, (error) => {
        if (error || this.closed) {
          reject(error ?? new Error('closed'));
          return;
        }
        this.sockets.sockets.set(socket.id, socket);
        // Each has a room of its own.
        socket.join(socket.id);
        this.onConnection(socket);
        resolve(socket);
      });
    });
  }

  enter(room: string, id: string): void {
    const { rooms } = this.sockets.adapter;
    const members = rooms.get(room) ?? new Set();
    rooms.set(room, members.add(id));
  }

  exit(room: string, id: string): void {
    const { rooms } = this.sockets.adapter;
    const members = rooms.get(room);
    members?.delete(id);
    if (members?.size === 0) rooms.delete(room);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const socket of [...this.sockets.sockets.values()]) socket.disconnect();
  }

  private members(rooms: readonly string[]): ServerSocket[] {
    const ids = new Set(rooms.flatMap((room) => [...(this.sockets.adapter.rooms.get(room) ?? [])]));
    return [...ids].flatMap((id) => this.sockets.sockets.get(id) ?? []);
  }
}
