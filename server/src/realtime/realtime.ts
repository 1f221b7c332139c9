import type { Logger } from 'pino';
import type { NodeBus } from '../nodes/node.bus';
import type { StoredOp } from '../oplog/op.types';
import { Periodic, soon } from '../periodic';
import { BoardFeeds } from './board.feeds';
import { BoardRooms } from './board.rooms';
import { type ConnectionDependencies, Connections } from './connections';
import { Evictions } from './evictions';
import { InheritedRights } from './inherited-rights';
import { MessageLimits } from './message-limit';
import { listenToNodes } from './node.listener';
import { sendPush } from './person.pushes';
import { PersonalFeeds } from './personal.feeds';
import { Presence } from './presence';
import { PresenceNews } from './presence-news';
import type { PersonPush, Publisher } from './publisher';
import type { BoardSource, LiveSocket, PeopleSource, Viewer, WorkspaceRoles } from './realtime.types';
import { handleSocket } from './socket.handlers';
import { Subscriptions } from './subscriptions';

/**
 * How often the log, ended sessions, slow clients, presence and expired tokens are checked: changes by
 * other nodes are seen within a second even if these cannot notify (SPEC.md#faults).
 */
const SWEEP_MS = 500;
const HEAD_MS = 15_000;

interface Dependencies extends ConnectionDependencies {
  boards: BoardSource;
  people: PeopleSource;
  bus: NodeBus;
  logger: Logger;
  /** In milliseconds, of a clock that never goes back. */
  now?: () => number;
}

export interface Realtime extends Publisher {
  /** An op that this node has committed. */
  committed(op: StoredOp): void;
  /** Takes the roles in a workspace that this node has just read. */
  rolesRead(roles: WorkspaceRoles): void;
  socketCount(): number;
  /** Boards with a subscriber here. */
  watchedBoards(): readonly string[];
  /** Asks every client to come back after a random while. */
  drain(): void;
  close(): Promise<void>;
}

/** The live side of the server: sockets, rooms and pushes (SPEC.md#push). */
export function createRealtime(deps: Dependencies): Realtime {
  const { boards, bus, logger, now = () => performance.now() } = deps;
  const connections = new Connections(deps);
  const { io } = connections;
  const { presence, news, rooms, feeds, personal, evictions } = createFeeds(connections, { ...deps, now });
  const subscriptions = new Subscriptions(feeds, rooms);
  const inherited = new InheritedRights({
    feeds,
    rooms,
    personal,
    observer: deps.observer,
    revoke: (projectId, userId) => evictions.revoked(projectId, userId),
  });
  const limits = new MessageLimits(now);
  connections.onConnection((socket) =>
    handleSocket(socket, { ...deps, subscriptions, personal, evictions, presence, news, limits, now }),
  );

  const sweep = async () => {
    connections.endExpiredAndSlow(now());
    await feeds.sweep();
  };
  const endSignedOut = () => connections.endSignedOut();
  const sendHeads = async () => {
    personal.sendVersions();
    await feeds.sendHeads();
  };
  const timers = [
    new Periodic(sweep, logger).start(SWEEP_MS),
    new Periodic(endSignedOut, logger).start(SWEEP_MS),
    new Periodic(async () => news.tick(), logger).start(SWEEP_MS),
    new Periodic(sendHeads, logger).start(HEAD_MS),
  ];

  const pushHere = (push: PersonPush): void => {
    if (push.kind === 'projectDeleted') evictions.deleted(push.message.id, push.userIds);
    else sendPush(io, push);
  };
  listenToNodes(bus, {
    feeds,
    presence,
    news,
    pushHere,
    evictions,
    rolesChanged: (workspaceId) => soon(() => boards.readRoles([workspaceId]), logger),
    sessionsEnded: () => soon(endSignedOut, logger),
    hintsLost: () => connections.hintsLost(),
  });

  return {
    committed: (op) => feeds.committed(op),
    rolesRead: (roles) => inherited.rolesRead(roles),
    push(push) {
      pushHere(push);
      bus.send(push);
    },
    isListening: (userId) => !bus.isSilent || connections.isConnected(userId),
    hasTaskOpen: (userId, projectId, taskId) => presence.hasTaskOpen(userId, projectId, taskId),
    sessionEnded(sessionId, reason) {
      connections.end((owner) => owner.sessionId === sessionId, reason);
      bus.send({ kind: 'sessions' });
    },
    userSessionsEnded(userId, reason) {
      connections.end((owner) => owner.userId === userId, reason);
      bus.send({ kind: 'sessions' });
    },
    socketCount: () => connections.count,
    watchedBoards: () => feeds.projectIds,
    drain: () => connections.drain(),
    async close() {
      const stopped = timers.map((timer) => timer.stop());
      await connections.close();
      await Promise.all(stopped);
    },
  };
}

type FeedDependencies = Required<Pick<Dependencies, 'boards' | 'bus' | 'logger' | 'observer' | 'now'>>;

/** What is sent of boards and of the people on them: the parts call each other, and so are made together. */
function createFeeds(connections: Connections, { boards, bus, logger, observer, now }: FeedDependencies) {
  const presence = new Presence(now);
  const viewers = (projectId: string) => viewersOf(projectId, rooms, personal);
  const news = new PresenceNews({ presence, bus, boards, viewers, now });
  const leavePresence = (projectId: string, socket: LiveSocket) => news.left(socket, projectId);
  const fannedOut = (op: StoredOp) => {
    observer.fannedOut(op);
    news.opSent(op);
  };
  const { io } = connections;
  const rooms = new BoardRooms(io, leavePresence);
  const feeds: BoardFeeds = new BoardFeeds({
    io,
    rooms,
    bus,
    boards,
    logger,
    observer: { ...observer, fannedOut },
    onRemoved: (projectId, userId, v) => evictions.removed(projectId, userId, v),
    onDeleted: (projectId, socket) => evictions.deletedFor(projectId, socket),
    followers: {
      onOp: (op) => personal.onOp(op),
      reset: (projectId) => personal.reset(projectId),
      isFollowed: (projectId) => personal.isFollowed(projectId),
    },
  });
  const personal = new PersonalFeeds({
    io,
    feeds,
    boards,
    logger,
    observer,
    onLeft(projectId, socket) {
      if (!socket.data.boards.has(projectId)) leavePresence(projectId, socket);
    },
  });
  const evictions = new Evictions(feeds, personal, connections);
  return { presence, news, rooms, feeds, personal, evictions };
}

/** The sockets here that show a project's cards, on its board or on a personal one. */
function viewersOf(projectId: string, rooms: BoardRooms, personal: PersonalFeeds): Viewer[] {
  const onBoard = rooms.socketsIn(projectId).flatMap((socket) => {
    const role = socket.data.boards.get(projectId)?.role;
    return role ? [{ socket, role }] : [];
  });
  const onPersonal = personal.viewersOf(projectId).filter(({ socket }) => !socket.data.boards.has(projectId));
  return [...onBoard, ...onPersonal];
}
