import type { Server as HttpServer } from 'node:http';
import type { ErrorCode } from '@livelane/shared/http/error.codes';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import type { SessionEnded } from '@livelane/shared/realtime/messages.schema';
import { userRoom } from '@livelane/shared/realtime/rooms';
import { Server } from 'socket.io';
import * as z from 'zod/mini';
import { toAppError } from '../http/error.handler';
import { isAllowedOrigin } from '../http/origin';
import { assertProtocol } from '../http/protocol';
import { validate } from '../http/validate';
import { BackPressure, terminate } from './back-pressure';
import type {
  LiveServer,
  LiveSocket,
  RealtimeObserver,
  SessionSource,
  SocketIdentity,
} from './realtime.types';

/** Engine heartbeat (SPEC.md#push). */
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 10_000;
/** Largest message from a client; a larger one closes its connection. */
const MAX_MESSAGE_BYTES = 100_000;
/** After its token's end a socket may still renew it for this long. */
const RENEW_GRACE_MS = 15_000;
/** Reconnects after a drain are spread over this time (SPEC.md#faults). */
const DRAIN_SPREAD_MS = 15_000;
/** Clients that may show something outdated read it again within this time. */
const STALE_SPREAD_MS = 5_000;
/** How long sockets have to close at shutdown. */
const GOODBYE_MS = 1_000;

/** A client's handshake data. */
const handshakeSchema = z.catch(
  z.object({ token: z.catch(z.string(), ''), protocol: z.optional(z.unknown()) }),
  { token: '' },
);
/** Error codes that a refused handshake reports instead of a missing sign-in (R21). */
const HANDSHAKE_CODES: ReadonlySet<ErrorCode> = new Set(['client_outdated', 'invalid_input']);

export interface ConnectionDependencies {
  httpServer: HttpServer;
  allowedOrigins: () => readonly string[];
  sessions: SessionSource;
  observer: RealtimeObserver;
  authenticate: (token: string) => Promise<SocketIdentity>;
}

/** The sockets of this node: lets them in, and ends them. */
export class Connections {
  readonly io: LiveServer;
  private readonly pressure = new BackPressure();
  /** Those that will soon be told that hints were lost. */
  private readonly untold = new WeakSet<LiveSocket>();

  constructor(private readonly deps: ConnectionDependencies) {
    const { httpServer, allowedOrigins } = deps;
    this.io = new Server(httpServer, {
      serveClient: false,
      pingInterval: PING_INTERVAL_MS,
      pingTimeout: PING_TIMEOUT_MS,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      allowRequest: (req, decide) => decide(null, isAllowedOrigin(req.headers.origin, allowedOrigins())),
    });
    this.io.use((socket, next) => this.admit(socket, next));
  }

  get count(): number {
    return this.io.sockets.sockets.size;
  }

  isConnected(userId: string): boolean {
    return this.io.sockets.adapter.rooms.has(userRoom(userId));
  }

  /** All sockets of one user. */
  of(userId: string): LiveSocket[] {
    const ids = this.io.sockets.adapter.rooms.get(userRoom(userId)) ?? new Set<string>();
    return [...ids].flatMap((id) => this.io.sockets.sockets.get(id) ?? []);
  }

  /** Greets each new socket before it is handled. */
  onConnection(handle: (socket: LiveSocket) => void): void {
    this.io.on('connection', (socket) => {
      socket.emit('server:hello', { protocol: PROTOCOL });
      socket.join(userRoom(socket.data.userId));
      handle(socket);
    });
  }

  /** Ends the sockets of these owners. */
  end(isEnded: (owner: SocketIdentity) => boolean, reason: SessionEnded['reason']): void {
    for (const socket of this.all()) if (isEnded(socket.data)) endSocket(socket, reason);
  }

  /** Ends sockets whose tokens have expired, and slow ones (R14). @param at of a clock that never goes back */
  endExpiredAndSlow(at: number): void {
    for (const socket of this.all())
      if (socket.data.expiresAt + RENEW_GRACE_MS < Date.now()) endSocket(socket, 'token_expired');
    for (const socket of this.pressure.tooSlow(this.all(), at)) {
      this.deps.observer.slowClientDisconnected();
      terminate(socket);
    }
  }

  /** Ends the sockets of sessions that have ended on any node. */
  async endSignedOut(): Promise<void> {
    if (this.count === 0) return;
    const ended = await this.deps.sessions.ended();
    for (const socket of this.all()) {
      const reason = ended.get(socket.data.sessionId);
      if (reason) endSocket(socket, reason);
    }
  }

  /** Asks every client to come back after a random while. */
  drain(): void {
    for (const socket of this.all())
      socket.emit('server:drain', { reconnectInMs: Math.round(Math.random() * DRAIN_SPREAD_MS) });
  }

  /** Hints to these clients may have been lost: whatever they show may be out of date. */
  hintsLost(): void {
    for (const socket of this.all()) {
      // What they will be told covers this loss, too.
      if (this.untold.has(socket)) continue;
      this.untold.add(socket);
      const tell = () => {
        this.untold.delete(socket);
        socket.emit('entity:stale', { entity: 'user', id: socket.data.userId });
      };
      setTimeout(tell, Math.random() * STALE_SPREAD_MS).unref();
    }
  }

  async close(): Promise<void> {
    const open = [...this.all()];
    const forced = setTimeout(() => open.forEach(terminate), GOODBYE_MS);
    await this.io.close();
    clearTimeout(forced);
  }

  private all(): Iterable<LiveSocket> {
    return this.io.sockets.sockets.values();
  }

  private async admit(socket: LiveSocket, next: (refusal?: Error) => void): Promise<void> {
    try {
      const { token, protocol } = validate(handshakeSchema, socket.handshake.auth);
      assertProtocol(protocol);
      Object.assign(socket.data, await this.deps.authenticate(token), {
        boards: new Map(),
        revokedAt: new Map(),
      });
      next();
    } catch (error) {
      const { code, status } = toAppError(error);
      // A refusal is final for the client; a temporary failure must look like a lost connection.
      if (status >= 500) socket.conn.close(true);
      else next(new Error(HANDSHAKE_CODES.has(code) ? code : 'unauthenticated'));
    }
  }
}

function endSocket(socket: LiveSocket, reason: SessionEnded['reason']): void {
  socket.emit('session:ended', { reason });
  socket.disconnect(true);
}
