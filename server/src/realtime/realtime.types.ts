import type { VisibleOp } from '@livelane/shared/boards/op.schema';
import type { ProjectRole, WorkspaceRole } from '@livelane/shared/permissions/roles';
import type { ClientToServerEvents, ServerToClientEvents } from '@livelane/shared/realtime/events';
import type {
  BoardReset,
  SessionEnded,
  Subscribed,
  SubscribeRequest,
} from '@livelane/shared/realtime/messages.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { StoredOp } from '../oplog/op.types';

/** The owner of a socket. */
export interface SocketIdentity {
  userId: string;
  sessionId: string;
  /** When its access token ends, milliseconds since 1970. */
  expiresAt: number;
}

/** The roles in a workspace, as of its `rev`, which rises with every change of the members. */
export interface WorkspaceRoles {
  id: string;
  rev: number;
  byUser: ReadonlyMap<string, WorkspaceRole>;
}

/** A board that a socket has subscribed to. */
export interface Subscription {
  /** The user's effective role: at the latest version that was sent to the socket, or one read since. */
  role: ProjectRole;
  /** The role of their own in it. */
  ownRoleId: ProjectRole | null;
  /** The version that its answer held. */
  sinceV: number;
}

/** A subscriber's answer, and the source of their right. */
export interface Admission {
  answer: Subscribed;
  /** The project's; it never changes. */
  workspaceId: string;
  ownRoleId: ProjectRole | null;
}

interface SocketData extends SocketIdentity {
  /** By project. */
  boards: Map<string, Subscription>;
  /** By project, the version up to which the socket has been notified of lost rights. */
  revokedAt: Map<string, number>;
}

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

/** The pushes of this node to the subscribers of one board. */
export interface Feed {
  epoch: string;
  /** The workspace of the project; null until the first subscriber's answer is known. */
  workspaceId: string | null;
  /** The highest `rev` of the workspace whose roles have been applied here. */
  rolesRev: number;
  /** The latest version that was sent to the room; null until the first subscriber's answer is known. */
  lastV: number | null;
  /** Everything after this version was sent to the room. */
  firstV: number;
  /** The latest version that was announced before the first subscriber's answer was known. */
  announcedV: number;
  joining: Set<Joining>;
  /** Ops of many cards at once, which are announced together. */
  bulk: StoredOp[];
}

/** A subscriber whose answer is being read. Pushes to the room are kept for it meanwhile (R9). */
export interface Joining {
  socket: LiveSocket;
  /** In version order. */
  missed: StoredOp[];
  /** Ops cannot describe the changes in the meantime: the answer must be read again. */
  isOutdated: boolean;
  /** The role of its user in workspaces whose roles have been read meanwhile; null: none. */
  workspaceRoles: Map<string, WorkspaceRole | null>;
  /** It has unsubscribed meanwhile. */
  isCancelled: boolean;
}

/** A socket that shows a project's cards, and the role of its user. */
export interface Viewer {
  socket: LiveSocket;
  role: ProjectRole;
}

export interface OpViewer {
  userId: string;
  role: ProjectRole;
}

/** Whether the viewer sees the task. */
export type SeesTask = (viewer: OpViewer, taskId: string) => boolean;

/** Someone's cards of one project, by the place that was last sent; -1 before that. */
export interface PersonalCards {
  viewer: OpViewer;
  places: Map<string, number>;
}

/** A project on someone's personal board, at one version. */
export interface PersonalProject extends PersonalCards {
  projectId: string;
  workspaceId: string;
  /** The viewer's role of their own. */
  ownRoleId: ProjectRole | null;
  epoch: string;
  v: number;
}

/** The effect of some ops on someone's cards. */
export interface PersonalNews {
  ops: VisibleOp[];
  places: Record<string, number>;
}

/** A board as of a version, which may rise. */
interface PersonalView {
  readonly v: number;
  /** The effect of ops up to that version on someone's cards, whose places it updates. */
  newsFor(cards: PersonalCards, ops: readonly StoredOp[]): PersonalNews;
}

/** Access to boards for realtime, which knows no feature: so it is injected. */
export interface BoardSource {
  /**
   * Checks the right and returns the missed ops, with the user's role at that version.
   * @param withOps false: whoever has missed some is told to read the board again
   * @throws AppError
   */
  subscribe(userId: string, request: SubscribeRequest, withOps: boolean): Promise<Admission>;
  /** Reads changed roles in these workspaces, and calls `Realtime.rolesRead` with them. */
  readRoles(workspaceIds: Iterable<string>): Promise<void>;
  /** Ops after a version, in order. */
  opsAfter(projectId: string, v: number): Promise<StoredOp[]>;
  /**
   * False when the log surely has nothing after that version: only this process writes to it, and knows of nothing later.
   */
  mayHaveMore(projectId: string, v: number): boolean;
  /** Epoch and version of each project, as far as applied. */
  heads(projectIds: readonly string[]): Promise<Map<string, { epoch: string; v: number }>>;
  /** Drops everything in memory about a project of which a new epoch has begun (R6). */
  forget(projectId: string): void;
  /** Version and fingerprint for `board:head`. */
  head(projectId: string): Promise<{ v: number; hash: string }>;
  isSameForAll(op: StoredOp): boolean;
  viewOp(viewer: OpViewer, op: StoredOp): VisibleOp;
  /** True for an op that may give or take the viewer's sight of all PRIVATE tasks. */
  changesSightOf(viewer: OpViewer, op: StoredOp): boolean;
  /** The projects of a user's personal board. */
  personal(userId: string): Promise<PersonalProject[]>;
  /** A board at that version or a later one. @throws when it cannot be read */
  personalView(projectId: string, v: number): Promise<PersonalView>;
  /** Who sees which task of a board. */
  taskSight(projectId: string): Promise<SeesTask>;
}

export interface SessionSource {
  /** Sessions that ended recently, on any node, and why. Some are named several times. */
  ended(): Promise<Map<string, SessionEnded['reason']>>;
}

/** Observes the live side, for the metrics. */
export interface RealtimeObserver {
  /** An op has been sent to every socket of its board. */
  fannedOut(op: StoredOp): void;
  /** An op came ahead of others, which are read from the log now. */
  gap(): void;
  /** A board's subscribers, or one of them, had to read it again. */
  reset(reason: BoardReset['reason']): void;
  subscribed(mode: 'current' | 'delta' | 'refetch'): void;
  slowClientDisconnected(): void;
}

export interface PeopleSource {
  person(userId: string): Promise<PublicUser | null>;
}
