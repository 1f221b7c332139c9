import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { personalRoom } from '@livelane/shared/realtime/rooms';
import type { Logger } from 'pino';
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

/** A project as its ops reach someone's personal board. */
interface Followed {
  cards: PersonalCards;
  workspaceId: string;
  ownRoleId: ProjectRole | null;
  epoch: string;
  /** The version up to which it is known what the ops mean for its cards. */
  seenV: number;
  /** The version that its messages have reached: the next one begins after it. */
  toldV: number;
}

/** Someone whose personal board is open here. */
interface Person {
  sockets: Set<LiveSocket>;
  /** Rises with whatever may have taken a right of theirs. */
  rightsRead: number;
  projects: Map<string, Followed>;
}

/** A project that is on personal boards. */
interface Project {
  people: Map<string, Followed>;
  /** What has not been sent to anyone yet, in order of versions. */
  ops: StoredOp[];
  /** The latest version that is known here. */
  lastV: number;
  isTold: boolean;
}

/**
 * Tells people op by op what becomes of the tasks that are theirs, in all of their projects and on one subscription (R34).
 * It hears what the feeds of boards hear, and holds per person which cards are theirs and where they are.
 */
export class PersonalFeeds {
  private readonly people = new Map<string, Person>();
  private readonly projects = new Map<string, Project>();
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly io: LiveServer,
    private readonly feeds: BoardFeeds,
    private readonly boards: BoardSource,
    private readonly logger: Logger,
    private readonly observer: RealtimeObserver,
    /** A socket does not show this project's cards any longer. */
    private readonly onLeft: (projectId: string, socket: LiveSocket) => void,
  ) {}

  isFollowed(projectId: string): boolean {
    return this.projects.has(projectId);
  }

  /** The sockets here that hear of a project, each with the role of its user. */
  viewersOf(projectId: string): Viewer[] {
    return [...(this.projects.get(projectId)?.people ?? [])].flatMap(([userId, { cards }]) =>
      [...(this.people.get(userId)?.sockets ?? [])].map((socket) => ({ socket, role: cards.viewer.role })),
    );
  }

  isTold(socket: LiveSocket, projectId: string): boolean {
    const person = this.people.get(socket.data.userId);
    return (person?.sockets.has(socket) && person.projects.has(projectId)) ?? false;
  }

  /**
   * From the answer on the socket hears of all that its user may see by then; asked again, of what has come meanwhile too.
   * @returns the version of each project: clients that hold less read the board again
   * @throws AppError `not_found` for a socket that has gone or unsubscribed meanwhile
   */
  async subscribe(socket: LiveSocket): Promise<PersonalBoard['cursors']> {
    const { userId } = socket.data;
    const person = this.people.get(userId) ?? { sockets: new Set(), rightsRead: 0, projects: new Map() };
    this.people.set(userId, person);
    person.sockets.add(socket);
    socket.join(personalRoom(userId));
    try {
      const found = await this.findFor(userId, person);
      if (!person.sockets.has(socket)) throw new AppError('not_found');
      const wanted = new Set(found.map(({ projectId }) => projectId));
      for (const projectId of [...person.projects.keys()])
        if (!wanted.has(projectId)) this.leave(userId, projectId);
      for (const { projectId, workspaceId, ownRoleId, epoch, v, ...cards } of found) {
        const held = person.projects.get(projectId);
        if (held?.epoch === epoch && held.cards.viewer.role === cards.viewer.role) continue;
        this.follow(userId, projectId, { cards, workspaceId, ownRoleId, epoch, seenV: v, toldV: v });
      }
    } catch (error) {
      this.unsubscribe(socket);
      throw error;
    }
    return Object.fromEntries(
      [...person.projects].map(([projectId, { epoch, toldV }]) => [projectId, { epoch, v: toldV }]),
    );
  }

  /** By the roles that are known when it is there. */
  private async findFor(userId: string, person: Person): Promise<PersonalProject[]> {
    for (;;) {
      const { rightsRead } = person;
      const found = await this.boards.personal(userId);
      if (rightsRead === person.rightsRead) return found;
    }
  }

  /**
   * The people whose personal boards are open here hear of a workspace's roles.
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
    for (const projectId of person.projects.keys()) this.onLeft(projectId, socket);
    if (person.sockets.size > 0) return;
    for (const projectId of [...person.projects.keys()]) this.leave(userId, projectId);
    this.people.delete(userId);
  }

  /** The next op of a board. */
  hear(op: StoredOp): void {
    const { projectId } = op;
    const project = this.projects.get(projectId);
    if (!project) return;
    project.lastV = op.v;
    project.ops.push(op);
    // R11: before anything later is sent.
    if (op.type === 'member.removed') this.evict(projectId, op.patch.userId, op.v);
    // Their sight has changed at large, or what the order of the cards depends on.
    else if (op.type === 'member.roleChanged') this.reset(projectId, [op.patch.userId]);
    else if (op.type === 'project.patched' || op.type === 'project.deleted') this.reset(projectId);
    this.bringUpToDate(projectId);
  }

  /** Tells versions of no concern, too: a message that was lost is noticed then, and nobody stays behind. */
  sendVersions(): void {
    for (const [projectId, { people }] of this.projects)
      for (const [userId, followed] of people)
        if (followed.toldV < followed.seenV) this.send(userId, projectId, followed, { ops: [], places: {} });
  }

  /** What these people, or all, hold of a project counts no longer: they ask again. */
  reset(projectId: string, userIds = [...(this.projects.get(projectId)?.people.keys() ?? [])]): void {
    for (const userId of userIds) {
      if (!this.leave(userId, projectId)) continue;
      this.observer.reset('gap');
      this.io.to(personalRoom(userId)).emit('board:reset', { projectId, reason: 'gap' });
    }
  }

  /** Ends a user's part in a project. @param v the version that took the right away */
  evict(projectId: string, userId: string, v: number): void {
    const followed = this.projects.get(projectId)?.people.get(userId);
    if (!followed || followed.seenV >= v) return;
    this.leave(userId, projectId);
    for (const socket of this.people.get(userId)?.sockets ?? []) this.onLeft(projectId, socket);
  }

  private follow(userId: string, projectId: string, followed: Followed): void {
    const { epoch, seenV: v, workspaceId } = followed;
    const feed = this.feeds.follow(projectId, { epoch, v, workspaceId });
    // Of another history, which the next look at the log finds out: they hear of it then.
    const lastV = feed.epoch === epoch ? (feed.lastV ?? v) : v;
    const project = this.projects.get(projectId) ?? { people: new Map(), ops: [], lastV, isTold: true };
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
      this.feeds.closeIfEmpty(projectId);
    }
    return true;
  }

  /** Sends what is new. Ops that come in quick succession go together. */
  private bringUpToDate(projectId: string): void {
    const waiting = this.projects.get(projectId);
    if (!waiting?.isTold) return;
    waiting.isTold = false;
    void this.queue.run(projectId, async () => {
      const project = this.projects.get(projectId);
      if (!project) return;
      project.isTold = true;
      try {
        await this.tell(projectId, project);
      } catch (error) {
        this.logger.warn({ err: error, projectId }, 'personal boards could not be told; they are read again');
        this.reset(projectId);
      }
    });
  }

  private async tell(projectId: string, project: Project): Promise<void> {
    const least = Math.min(...[...project.people.values()].map(({ seenV }) => seenV));
    if (project.lastV <= least) return;
    const board = await this.boards.personalTeller(projectId, project.lastV);
    // Places are those of one version, and of no other: that of the last op.
    let ops = project.ops.splice(0);
    while (ops[0] === undefined || ops[0].v > least + 1 || ops.at(-1)?.v !== board.v)
      ops = await this.read(projectId, least, board.v);
    for (const [userId, followed] of project.people) {
      const news = ops.filter(({ v }) => v > followed.seenV);
      // Someone who came meanwhile may need more, and comes next.
      if (news[0]?.v !== followed.seenV + 1) continue;
      const told = board.newsFor(followed.cards, news);
      followed.seenV = board.v;
      // Their own changes wait for their version, whatever they are about.
      const isOwn = news.some(({ actorId }) => actorId === userId);
      if (isOwn || told.ops.length > 0 || Object.keys(told.places).length > 0)
        this.send(userId, projectId, followed, told);
    }
  }

  private send(userId: string, projectId: string, followed: Followed, news: PersonalNews): void {
    const { epoch, toldV, seenV: to } = followed;
    followed.toldV = to;
    this.io.to(personalRoom(userId)).emit('personal:ops', { projectId, epoch, from: toldV + 1, to, ...news });
  }

  /** The ops after one version up to another one, from the log. */
  private async read(projectId: string, after: number, upTo: number): Promise<StoredOp[]> {
    const ops: StoredOp[] = [];
    for (let v = after; v < upTo; ) {
      const page = await this.boards.opsAfter(projectId, v);
      if (page[0]?.v !== v + 1) throw new Error(`version ${v + 1} of the log is not there`);
      ops.push(...page.filter((op) => op.v <= upTo));
      v = page.at(-1)?.v ?? upTo;
    }
    return ops;
  }
}
