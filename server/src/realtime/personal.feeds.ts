import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { personalRoom } from '@livelane/shared/realtime/rooms';
import type { Logger } from 'pino';
import { SharedReads } from '../database/shared-reads';
import { AppError } from '../http/errors';
import { KeyedQueue } from '../oplog/keyed-queue';
import type { StoredOp } from '../oplog/op.types';
import type { BoardFeeds } from './board.feeds';
import type {
  BoardSource,
  LiveServer,
  LiveSocket,
  PersonalCards,
  PersonalNews,
  PersonalProject,
  RealtimeObserver,
  Viewer,
} from './realtime.types';

/** A project on someone's personal board. */
interface Followed {
  cards: PersonalCards;
  workspaceId: string;
  ownRoleId: ProjectRole | null;
  epoch: string;
  /** The version up to which ops have been applied to its cards. */
  seenV: number;
  /** The latest version that was sent: the next message begins after it. */
  sentV: number;
}

/** Someone whose personal board is open here. */
interface Person {
  sockets: Set<LiveSocket>;
  /** Rises with every change that may have taken a right from them. */
  rightsRead: number;
  projects: Map<string, Followed>;
  /** Reads their board once for all of their sockets that ask at the same time (R32). */
  reads: SharedReads<string, PersonalProject[]>;
}

/** A project that is on personal boards. */
interface Project {
  people: Map<string, Followed>;
  /** Ops that have not been sent to anyone yet, in order of versions. */
  ops: StoredOp[];
  /** The latest version that is known here. */
  lastV: number;
  isQueued: boolean;
}

interface Dependencies {
  io: LiveServer;
  feeds: BoardFeeds;
  boards: BoardSource;
  logger: Logger;
  observer: RealtimeObserver;
  /** A socket does not show this project's cards any longer. */
  onLeft: (projectId: string, socket: LiveSocket) => void;
}

/**
 * Pushes the changes of people's tasks op by op, in all of their projects and on one subscription (R34).
 * It gets the same ops as the feeds of boards, and holds each person's cards and their places.
 */
export class PersonalFeeds {
  private readonly people = new Map<string, Person>();
  private readonly projects = new Map<string, Project>();
  private readonly queue = new KeyedQueue();
  /** The latest attempt of each socket to subscribe: an earlier one that fails ends nothing of it. */
  private readonly attempts = new WeakMap<LiveSocket, symbol>();

  constructor(private readonly deps: Dependencies) {}

  isFollowed(projectId: string): boolean {
    return this.projects.has(projectId);
  }

  /** The sockets here that follow a project, each with the role of its user. */
  viewersOf(projectId: string): Viewer[] {
    return [...(this.projects.get(projectId)?.people ?? [])].flatMap(([userId, { cards }]) =>
      [...(this.people.get(userId)?.sockets ?? [])].map((socket) => ({ socket, role: cards.viewer.role })),
    );
  }

  isSubscribed(socket: LiveSocket, projectId: string): boolean {
    const person = this.people.get(socket.data.userId);
    return (person?.sockets.has(socket) && person.projects.has(projectId)) ?? false;
  }

  /**
   * From the answer on the socket gets all changes that its user may then see; called again, also those of projects
   * that were added since.
   * @returns the version of each project: clients that hold less read the board again
   * @throws AppError `not_found` for a socket that has gone or unsubscribed meanwhile
   */
  async subscribe(socket: LiveSocket): Promise<PersonalBoard['cursors']> {
    const { userId } = socket.data;
    const person = this.people.get(userId) ?? {
      sockets: new Set(),
      rightsRead: 0,
      projects: new Map(),
      reads: new SharedReads((userIds) => Promise.all(userIds.map((id) => this.deps.boards.personal(id)))),
    };
    this.people.set(userId, person);
    person.sockets.add(socket);
    socket.join(personalRoom(userId));
    const attempt = Symbol();
    this.attempts.set(socket, attempt);
    try {
      const found = await this.findFor(userId, person);
      if (!person.sockets.has(socket)) throw new AppError('not_found');
      const wanted = new Set(found.map(({ projectId }) => projectId));
      for (const projectId of [...person.projects.keys()])
        if (!wanted.has(projectId)) this.leave(userId, projectId);
      for (const { projectId, workspaceId, ownRoleId, epoch, v, ...cards } of found) {
        const held = person.projects.get(projectId);
        if (held?.epoch === epoch && held.cards.viewer.role === cards.viewer.role) continue;
        this.follow(userId, projectId, { cards, workspaceId, ownRoleId, epoch, seenV: v, sentV: v });
      }
    } catch (error) {
      if (this.attempts.get(socket) === attempt) this.unsubscribe(socket);
      throw error;
    }
    return Object.fromEntries(
      [...person.projects].map(([projectId, { epoch, sentV }]) => [projectId, { epoch, v: sentV }]),
    );
  }

  /** Reads again if roles have changed during the read. */
  private async findFor(userId: string, person: Person): Promise<PersonalProject[]> {
    for (;;) {
      const { rightsRead } = person;
      const found = await person.reads.read(userId);
      if (rightsRead === person.rightsRead) return found;
    }
  }

  /**
   * Applies a workspace's roles to the personal boards that are open here.
   * @param roleOf their role in a project of it now; null for none
   */
  rolesRead(
    workspaceId: string,
    roleOf: (userId: string, ownRoleId: ProjectRole | null) => ProjectRole | null,
    onLost: (projectId: string, userId: string) => void,
  ): void {
    for (const [userId, person] of this.people) {
      person.rightsRead++;
      for (const [projectId, followed] of person.projects) {
        if (followed.workspaceId !== workspaceId) continue;
        const role = roleOf(userId, followed.ownRoleId);
        if (!role) onLost(projectId, userId);
        else if (followed.cards.viewer.role === 'owner' && role !== 'owner') this.reset(projectId, [userId]);
      }
    }
  }

  unsubscribe(socket: LiveSocket): void {
    const { userId } = socket.data;
    const person = this.people.get(userId);
    if (!person?.sockets.delete(socket)) return;
    socket.leave(personalRoom(userId));
    for (const projectId of person.projects.keys()) this.deps.onLeft(projectId, socket);
    if (person.sockets.size > 0) return;
    for (const projectId of [...person.projects.keys()]) this.leave(userId, projectId);
    this.people.delete(userId);
  }

  /** Takes the next op of a board. */
  onOp(op: StoredOp): void {
    const { projectId } = op;
    const project = this.projects.get(projectId);
    if (!project) return;
    project.lastV = op.v;
    project.ops.push(op);
    // R11: before anything later is sent.
    if (op.type === 'member.removed') this.evict(projectId, op.patch.userId, op.v);
    // Their sight of many cards has changed, or the order of cards.
    else if (op.type === 'member.roleChanged') this.reset(projectId, [op.patch.userId]);
    else if (op.type === 'project.patched' || op.type === 'project.deleted') this.reset(projectId);
    this.bringUpToDate(projectId);
  }

  /** Sends versions without relevant changes, too: so clients notice lost messages and do not stay behind. */
  sendVersions(): void {
    for (const [projectId, { people }] of this.projects)
      for (const [userId, followed] of people)
        if (followed.sentV < followed.seenV) this.send(userId, projectId, followed, { ops: [], places: {} });
  }

  /** Makes these people, or all, read a project again. */
  reset(projectId: string, userIds = [...(this.projects.get(projectId)?.people.keys() ?? [])]): void {
    for (const userId of userIds) {
      if (!this.leave(userId, projectId)) continue;
      this.deps.observer.reset('gap');
      this.deps.io.to(personalRoom(userId)).emit('board:reset', { projectId, reason: 'gap' });
    }
  }

  /** Ends a user's part in a project. @param v the version that removed the right */
  evict(projectId: string, userId: string, v: number): void {
    const person = this.people.get(userId);
    if (!person) return;
    person.rightsRead++;
    const followed = person.projects.get(projectId);
    if (!followed || followed.seenV >= v) return;
    this.leave(userId, projectId);
    for (const socket of person.sockets) this.deps.onLeft(projectId, socket);
  }

  private follow(userId: string, projectId: string, followed: Followed): void {
    const { epoch, seenV: v, workspaceId } = followed;
    const feed = this.deps.feeds.follow(projectId, { epoch, v, workspaceId });
    // The feed may be of another epoch: the next look at the log finds that and notifies them.
    const lastV = feed.epoch === epoch ? (feed.lastV ?? v) : v;
    const project = this.projects.get(projectId) ?? { people: new Map(), ops: [], lastV, isQueued: false };
    this.projects.set(projectId, project);
    project.people.set(userId, followed);
    this.people.get(userId)?.projects.set(projectId, followed);
    if (project.lastV > v) this.bringUpToDate(projectId);
  }

  /** @returns whether they followed it */
  private leave(userId: string, projectId: string): boolean {
    const project = this.projects.get(projectId);
    if (!project?.people.delete(userId)) return false;
    this.people.get(userId)?.projects.delete(projectId);
    if (project.people.size === 0) {
      this.projects.delete(projectId);
      this.deps.feeds.closeIfEmpty(projectId);
    }
    return true;
  }

  /** Sends the waiting ops. Those that come in quick succession are sent together. */
  private bringUpToDate(projectId: string): void {
    const waiting = this.projects.get(projectId);
    if (!waiting || waiting.isQueued) return;
    waiting.isQueued = true;
    void this.queue.run(projectId, async () => {
      const project = this.projects.get(projectId);
      if (!project) return;
      project.isQueued = false;
      try {
        await this.sendAll(projectId, project);
      } catch (error) {
        this.deps.logger.warn(
          { err: error, projectId },
          'personal boards could not be updated; they are read again',
        );
        this.reset(projectId);
      }
    });
  }

  private async sendAll(projectId: string, project: Project): Promise<void> {
    const least = Math.min(...[...project.people.values()].map(({ seenV }) => seenV));
    if (project.lastV <= least) return;
    const board = await this.deps.boards.personalView(projectId, project.lastV);
    // Places belong to one version: that of the last op.
    let ops = project.ops.splice(0);
    while (ops[0] === undefined || ops[0].v > least + 1 || ops.at(-1)?.v !== board.v)
      ops = await this.read(projectId, least, board.v);
    for (const [userId, followed] of project.people) {
      const news = ops.filter(({ v }) => v > followed.seenV);
      // Someone who joined meanwhile may need more ops, and gets them in the next round.
      if (news[0]?.v !== followed.seenV + 1) continue;
      // R11: the board may be ahead of what is announced. Their removal evicts them when it is; until then they get nothing.
      if (news.some((op) => op.type === 'member.removed' && op.patch.userId === userId)) continue;
      const own = board.newsFor(followed.cards, news);
      followed.seenV = board.v;
      // The author's client waits for the version of each of their changes.
      const isOwn = news.some(({ actorId }) => actorId === userId);
      if (isOwn || own.ops.length > 0 || Object.keys(own.places).length > 0)
        this.send(userId, projectId, followed, own);
    }
  }

  private send(userId: string, projectId: string, followed: Followed, news: PersonalNews): void {
    const { epoch, sentV, seenV: to } = followed;
    followed.sentV = to;
    this.deps.io
      .to(personalRoom(userId))
      .emit('personal:ops', { projectId, epoch, from: sentV + 1, to, ...news });
  }

  /** The ops after one version up to another one, from the log. */
  private async read(projectId: string, after: number, upTo: number): Promise<StoredOp[]> {
    const ops: StoredOp[] = [];
    for (let v = after; v < upTo; ) {
      const page = await this.deps.boards.opsAfter(projectId, v);
      if (page[0]?.v !== v + 1) throw new Error(`version ${v + 1} of the log is not there`);
      ops.push(...page.filter((op) => op.v <= upTo));
      v = page.at(-1)?.v ?? upTo;
    }
    return ops;
  }
}
