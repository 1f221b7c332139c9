import type { Server as HttpServer } from 'node:http';
import type { ErrorCode } from '@livelane/shared/http/error.codes';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import { userRoom } from '@livelane/shared/realtime/rooms';
import type { Logger } from 'pino';
import { Server } from 'socket.io';
import { toAppError } from '../http/error.handler';
import { isAllowedOrigin } from '../http/origin';
import { assertProtocol } from '../http/protocol';
import { validate } from '../http/validate';
import type { NodeBus } from '../nodes/node.bus';
import type { StoredOp } from '../oplog/op.types';
import { BackPressure, terminate } from './back-pressure';
import { BoardFeeds } from './board.feeds';
import { InheritedRights } from './inherited-rights';
import { MessageLimits } from './message-limit';
import { listenToNodes } from './node.listener';
import { sendPush } from './person.pushes';
import { PersonalFeeds } from './personal.feeds';
import { Presence } from './presence';
import { PresenceNews } from './presence-news';
import type { PersonPush, Publisher } from './publisher';
import type {
  BoardSource,
  LiveServer,
  LiveSocket,
  PeopleSource,
  RealtimeObserver,
  SessionSource,
  SocketIdentity,
  Viewer,
} from './realtime.types';
import { handleSocket, handshakeSchema } from './socket.handlers';
import { Subscriptions } from './subscriptions';

/** Engine heartbeat (SPEC.md#push). */
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 10_000;
/** Largest message from a client; a larger one closes its connection. */
const MAX_MESSAGE_BYTES = 100_000;
/**
 * How often the log, ended sessions, slow clients, presence and expired tokens are checked: changes by
 * other nodes are seen within a second even if these cannot notify (SPEC.md#faults).
 */
const SWEEP_MS = 500;
const HEAD_MS = 15_000;
/** After its token's end a socket may still renew it for this long. */
const RENEW_GRACE_MS = 15_000;
/** Reconnects after a drain are spread over this time (SPEC.md#faults). */
const DRAIN_SPREAD_MS = 15_000;
/** How long sockets have to close at shutdown. */
const GOODBYE_MS = 1_000;

/** Error codes that a refused handshake reports instead of a missing sign-in (R21). */
const HANDSHAKE_CODES: ReadonlySet<ErrorCode> = new Set(['client_outdated', 'invalid_input']);

interface Dependencies {
  httpServer: HttpServer;
  allowedOrigins: () => readonly string[];
  boards: BoardSource;
  people: PeopleSource;
  sessions: SessionSource;
  bus: NodeBus;
  observer: RealtimeObserver;
  authenticate: (token: string) => Promise<SocketIdentity>;
  logger: Logger;
  /** In milliseconds, of a clock that never goes back. */
  now?: () => number;
}

export interface Realtime extends Publisher {
  /** An op that this node has committed. */
  committed(op: StoredOp): void;
  /** Takes the roles in a workspace that this node has just read. */
  rolesRead(workspaceId: string, byUser: ReadonlyMap<string, WorkspaceRole>): void;
  socketCount(): number;
  /** Boards with a subscriber here. */
  watchedBoards(): readonly string[];
  /** Asks every client to come back after a random while. */
  drain(): void;
  close(): Promise<void>;
}

/** The live side of the server: sockets, rooms and pushes (SPEC.md#push). */
export function createRealtime(deps: Dependencies): Realtime {
  const { logger, bus, observer, now = () => performance.now() } = deps;
  const io: LiveServer = new Server(deps.httpServer, {
    serveClient: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    allowRequest: (req, decide) => decide(null, isAllowedOrigin(req.headers.origin, deps.allowedOrigins())),
  });
  const presence = new Presence(now);
  const viewers = (projectId: string): Viewer[] => [
    ...feeds.socketsIn(projectId).flatMap((socket) => {
      const role = socket.data.boards.get(projectId)?.role;
      return role ? [{ socket, role }] : [];
    }),
    ...personal.viewersOf(projectId).filter(({ socket }) => !socket.data.boards.has(projectId)),
  ];
  const { taskSight } = deps.boards;
  const news = new PresenceNews({ presence, bus, viewers, taskSight, now });
  const leavePresence = (projectId: string, socket: LiveSocket) => {
    news.forget(socket, projectId);
    for (const changed of presence.remove(socket.id, projectId)) news.changedHere(changed);
  };
  const fannedOut: RealtimeObserver['fannedOut'] = (op) => {
    observer.fannedOut(op);
    if (op.type === 'member.roleChanged' && presence.rename(op.projectId, op.patch))
      news.changedHere(op.projectId);
    if (!deps.boards.isSameForAll(op)) news.sightChanged(op.projectId);
  };
  /** R11: the user's sockets leave the board, and each of them is notified once, on any page. */
  const removed = (projectId: string, userId: string, v: number) => {
    feeds.evict(projectId, userId, v);
    personal.evict(projectId, userId, v);
    for (const socket of sockets()) {
      const { data } = socket;
      // Anyone still on the board has the right again.
      if (data.userId !== userId || data.boards.has(projectId)) continue;
      if ((data.revokedAt.get(projectId) ?? 0) >= v) continue;
      data.revokedAt.set(projectId, v);
      socket.emit('access:revoked', { scope: 'project', id: projectId });
    }
  };
  const feeds: BoardFeeds = new BoardFeeds(
    io,
    bus,
    deps.boards,
    logger,
    { ...observer, fannedOut },
    leavePresence,
    removed,
    {
      onOp: (op) => personal.onOp(op),
      reset: (projectId) => personal.reset(projectId),
      isFollowed: (projectId) => personal.isFollowed(projectId),
    },
  );
  const personal = new PersonalFeeds(io, feeds, deps.boards, logger, observer, (projectId, socket) => {
    if (!socket.data.boards.has(projectId)) leavePresence(projectId, socket);
  });
  const subscriptions = new Subscriptions(feeds);
  const inherited = new InheritedRights({
    feeds,
    personal,
    revoke: (projectId, userId) => {
      // They are notified now, and not again with the later op.
      const theirs = [...sockets()].filter(({ data }) => data.userId === userId);
      feeds.evict(projectId, userId, Number.POSITIVE_INFINITY);
      personal.evict(projectId, userId, Number.POSITIVE_INFINITY);
      for (const socket of theirs) {
        if (socket.data.revokedAt.get(projectId) === Number.POSITIVE_INFINITY) continue;
        socket.data.revokedAt.set(projectId, Number.POSITIVE_INFINITY);
        socket.emit('access:revoked', { scope: 'project', id: projectId });
      }
    },
  });
  const pressure = new BackPressure();
  const limits = new MessageLimits(now);

  io.use(async (socket, next) => {
    try {
      const { token, protocol } = validate(handshakeSchema, socket.handshake.auth);
      assertProtocol(protocol);
      Object.assign(socket.data, await deps.authenticate(token), {
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
  });
  io.on('connection', (socket) => {
    socket.emit('server:hello', { protocol: PROTOCOL });
    socket.join(userRoom(socket.data.userId));
    handleSocket(socket, { ...deps, subscriptions, personal, presence, news, limits, now });
  });

  const sockets = (): Iterable<LiveSocket> => io.sockets.sockets.values();
  const sweep = async () => {
    const at = now();
    for (const socket of sockets()) {
      if (socket.data.expiresAt + RENEW_GRACE_MS < Date.now()) endSocket(socket, 'token_expired');
      else if (pressure.isTooSlow(socket, at)) {
        observer.slowClientDisconnected();
        terminate(socket);
      }
    }
    await feeds.sweep();
  };
  const sweepSessions = async () => {
    if (io.sockets.sockets.size === 0) return;
    const ended = await deps.sessions.ended();
    for (const socket of sockets()) {
      const reason = ended.get(socket.data.sessionId);
      if (reason) endSocket(socket, reason);
    }
  };
  const sendHeads = async () => {
    personal.sendVersions();
    await feeds.sendHeads();
  };
  const timers = [
    every(SWEEP_MS, sweep, logger),
    every(SWEEP_MS, sweepSessions, logger),
    every(SWEEP_MS, async () => news.tick(), logger),
    every(HEAD_MS, sendHeads, logger),
  ];

  const pushHere = (push: PersonPush): void => {
    if (push.kind === 'accessRevoked' && push.message.scope === 'project') {
      // The op that removes the right follows, and notifies them.
      feeds.evict(push.message.id, push.userId, Number.POSITIVE_INFINITY);
      personal.evict(push.message.id, push.userId, Number.POSITIVE_INFINITY);
    } else sendPush(io, push);
  };
  listenToNodes(bus, {
    feeds,
    presence,
    news,
    pushHere,
    removed,
    rolesChanged: (workspaceId) => soon(() => deps.boards.readRoles([workspaceId]), logger)(),
    sweepSessions: soon(sweepSessions, logger),
  });

  return {
    committed: (op) => feeds.committed(op),
    rolesRead: (workspaceId, byUser) => inherited.rolesRead(workspaceId, byUser),
    push(push) {
      pushHere(push);
      bus.send(push);
    },
    isListening: (userId) => !bus.isSilent || io.sockets.adapter.rooms.has(userRoom(userId)),
    hasTaskOpen: (userId, projectId, taskId) => presence.hasTaskOpen(userId, projectId, taskId),
    sessionEnded(sessionId, reason) {
      for (const socket of sockets()) if (socket.data.sessionId === sessionId) endSocket(socket, reason);
      bus.send({ kind: 'sessions' });
    },
    userSessionsEnded(userId, reason) {
      for (const socket of sockets()) if (socket.data.userId === userId) endSocket(socket, reason);
      bus.send({ kind: 'sessions' });
    },
    socketCount: () => io.sockets.sockets.size,
    watchedBoards: () => feeds.projectIds,
    drain() {
      for (const socket of sockets()) {
        socket.emit('server:drain', { reconnectInMs: Math.round(Math.random() * DRAIN_SPREAD_MS) });
      }
    },
    async close() {
      for (const timer of timers) timer.stop();
      const open = [...sockets()];
      const forced = setTimeout(() => open.forEach(terminate), GOODBYE_MS);
      await io.close();
      clearTimeout(forced);
    },
  };
}

function endSocket(socket: LiveSocket, reason: Parameters<Publisher['sessionEnded']>[1]): void {
  socket.emit('session:ended', { reason });
  socket.disconnect(true);
}

/** Runs work early that a timer does anyway: a failure is only logged. */
function soon(work: () => Promise<void>, logger: Logger): () => void {
  return () => {
    work().catch((error: unknown) => logger.warn({ err: error }, 'a periodic task failed; it runs again'));
  };
}

/** Repeats work with a pause in between, never two at once; a failure is logged and tried again. */
function every(pauseMs: number, work: () => Promise<void>, logger: Logger): { stop(): void } {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, 'a periodic task failed; it runs again');
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(run, pauseMs);
    timer.unref();
  };
  schedule();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
