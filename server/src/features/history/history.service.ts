import type { BoardMember } from '@livelane/shared/boards/board.schema';
import type { ColumnSettings, ColumnsSettings } from '@livelane/shared/boards/column.settings';
import {
  ACTIVITY_LIMIT,
  type Activity,
  type ActivityItem,
  type activityQuerySchema,
  type Timeline,
} from '@livelane/shared/history/history.schema';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import { Semaphore } from '@livelane/shared/semaphore';
import { taskStates } from '@livelane/shared/tasks/task.values';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type * as z from 'zod/mini';
import type { Budgets } from '../../http/budgets';
import { AppError } from '../../http/errors';
import type { OpFilter } from '../../oplog/op.history';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import { REQUEST_BYTES } from '../../oplog/weighed.reads';
import type { Publisher } from '../../realtime/publisher';
import { type BoardForm, boardText, visibleColumns } from '../boards/board.presenter';
import { BoardReplica } from '../boards/board.replica';
import { isStreamed, Page, StreamedPage } from '../boards/page';
import type { ReplicaCache } from '../boards/replica.cache';
import { commentOf } from '../comments/comment.answers';
import type { CommentStore } from '../comments/comment.store';
import type { AccessService, UserDirectory } from '../members/access.service';
import type { TaskStore } from '../tasks/task.store';
import { otherProjectOf, presentActivity, tasksOf } from './activity.presenter';
import type { PastBoards } from './past-boards';
import { PastVisibility } from './past-visibility';
import type { SeenStore } from './seen.store';
import { versionAt } from './version-at';

/**
 * Ops that are read at once for a page of activity beyond those that it lacks, once some were out of sight; each time
 * twice as many.
 */
const SPARE_OPS = 50;
const MOST_SPARE_OPS = 1_000;
/** A page of activity ends once about so many bytes of the log were read for it (R32). */
const ACTIVITY_BYTES = 4 * REQUEST_BYTES;
/** Logs of former versions are not in order of time: an op that is this many later may be earlier by its node's clock. */
const SKEWED_OPS = 100;
/** Later changes of members or columns that are read at once for a past board. */
const LATER_OPS = 1_000;
/** Such reads at once: each holds what it has read (R32). */
const LATER_READS = 4;
/** Most versions in a timeline. */
const TIMELINE_POINTS = 200;
const MEMBER_TYPES = ['member.added', 'member.roleChanged', 'member.removed'] as const;

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  tasks: TaskStore;
  comments: CommentStore;
  users: UserDirectory;
  pastBoards: PastBoards;
  seen: SeenStore;
  publisher: Pick<Publisher, 'push'>;
  budgets: Budgets;
}

type ActivityQuery = z.output<typeof activityQuerySchema>;

/** A project's past: its changes, past boards, and how far each person has seen it (SPEC.md#history). */
export class HistoryService {
  private readonly laterReads = new Semaphore(LATER_READS);

  constructor(private readonly deps: Dependencies) {}

  /** @throws AppError `not_found` */
  async activity(userId: string, projectId: string, query: ActivityQuery): Promise<Activity> {
    const { v, sights, oldestV } = await this.open(userId, projectId);
    const { limit = ACTIVITY_LIMIT, taskId, actorId, type } = query;
    const filter = {
      beforeV: Math.min(query.before ?? Number.POSITIVE_INFINITY, v + 1),
      afterV: Math.max(query.after ?? 0, oldestV),
      taskId,
      actorId,
      types: type,
    };
    if (taskId !== undefined) {
      await sights.learn([taskId]);
      if (!sights.get(taskId)) return { items: [], next: null, people: [], oldestV };
    }
    const items: ActivityItem[] = [];
    const seenProjects = new Map<string, boolean>();
    let [spare, read, isEnd] = [0, 0, false];
    // One more than is shown, to find out whether there is a next page.
    while (!isEnd && items.length <= limit && read < ACTIVITY_BYTES) {
      const wanted = limit + 1 - items.length + spare;
      spare = Math.min(2 * spare || SPARE_OPS, MOST_SPARE_OPS);
      const { ops, bytes, isCut } = await this.deps.oplog.latestWeighed(projectId, filter, wanted);
      read += bytes;
      isEnd = !isCut && ops.length < wanted;
      filter.beforeV = ops.at(-1)?.v ?? 0;
      await sights.learn(ops.flatMap(tasksOf));
      await this.learnProjects(userId, ops, seenProjects);
      const living = await this.livingComments(ops.filter((op) => commentOf(op) !== undefined));
      const view = {
        isDeleted: (id: string) => !living.has(id),
        titleOf: (id: string) => sights.get(id)?.title,
        seesProject: (id: string) => seenProjects.get(id) ?? false,
      };
      items.push(...ops.flatMap((op) => presentActivity(op, view) ?? []));
    }
    await this.deps.budgets.spend(userId, read);
    const shown = items.slice(0, limit);
    const nextV = items.length > limit ? (shown.at(-1)?.v ?? null) : filter.beforeV;
    const next = isEnd && items.length <= limit ? null : nextV;
    return { items: shown, next, people: await this.peopleIn(shown), oldestV };
  }

  private livingComments(ops: readonly StoredOp[]): Promise<ReadonlyMap<string, string>> {
    const commentIds = ops.flatMap((op) => commentOf(op) ?? []);
    return this.deps.comments.livingAmong(commentIds, [...new Set(ops.flatMap(tasksOf))]);
  }

  /**
   * The board as it was, in the snapshot's forms, as JSON; a large one is streamed (R32).
   * @throws AppError `not_found`, `invalid_input` for a version after the head, `history_folded`
   */
  async at(
    userId: string,
    projectId: string,
    moment: { v?: number | undefined; time?: string | undefined },
    form: BoardForm,
  ): Promise<Page | StreamedPage> {
    const { role, board, sights, oldestV } = await this.open(userId, projectId);
    const { epoch } = board;
    const v = moment.v ?? (await this.versionAt(userId, projectId, String(moment.time), oldestV, board.v));
    if (v > board.v) throw new AppError('invalid_input');
    if (v < oldestV) throw new AppError('history_folded');
    const past = await this.deps.pastBoards.at(projectId, v, userId);
    await sights.learn(past.tasks.keys());
    const visible = [...past.tasks.values()].filter(({ id }) => sights.get(id));
    const settings = await this.columnsAt(userId, board, v);
    const replica = new BoardReplica(projectId, epoch, v, visible, settings);
    const members = await this.membersAt(userId, projectId, v);
    const head = JSON.stringify({ projectId, epoch, v, at: past.at, role });
    const columns = visibleColumns(replica, () => true);
    const text = () => boardText(columns, head, JSON.stringify(members), form);
    return isStreamed(replica) ? new StreamedPage(text) : new Page([...text()].join(''));
  }

  /**
   * The times of evenly spread versions of a board: where they are close together, much happened. Reveals no more than
   * the versions do, which everyone receives.
   * @throws AppError `not_found`
   */
  async timeline(userId: string, projectId: string): Promise<Timeline> {
    const { board, oldestV } = await this.open(userId, projectId);
    const count = board.v - oldestV;
    const steps = Math.min(count, TIMELINE_POINTS);
    const versions = Array.from({ length: steps }, (_, n) =>
      steps === count ? oldestV + 1 + n : oldestV + 1 + Math.round((n * (count - 1)) / (steps - 1)),
    );
    return { points: await this.deps.oplog.timesOf(projectId, versions), oldestV };
  }

  /** @throws AppError `not_found`, `invalid_input` for a version after the head */
  async markSeen(userId: string, projectId: string, v: number): Promise<void> {
    await this.deps.access.requireProject(userId, projectId, 'history.markSeen');
    const board = await this.deps.replicas.current(projectId);
    if (v > board.v) throw new AppError('invalid_input');
    if (await this.deps.seen.raise(projectId, userId, v))
      this.deps.publisher.push({ kind: 'boardSeen', userId, message: { projectId, seenV: v } });
  }

  private async open(userId: string, projectId: string) {
    const { role } = await this.deps.access.requireProject(userId, projectId, 'history.read');
    const { oplog, replicas, tasks } = this.deps;
    const board = await replicas.current(projectId);
    const { v } = board;
    // Rows of comments, and of tasks that have left the board, must be as new.
    await oplog.rowsCaughtUp([projectId]);
    const head = (await oplog.headsOf([projectId])).get(projectId);
    // Those of ops that another node has passed on may not be there yet.
    if (head && head.appliedV < v) await oplog.heal(projectId);
    const sights = new PastVisibility(board, { userId, role }, tasks);
    return { role, board, v, sights, oldestV: head?.oldestV ?? 0 };
  }

  /** The highest version not later than `time`. @throws AppError `history_folded` for a time before the kept ops */
  private async versionAt(
    userId: string,
    projectId: string,
    time: string,
    oldestV: number,
    headV: number,
  ): Promise<number> {
    const wanted = new Date(time).toISOString();
    const low = await versionAt(this.deps.oplog, projectId, wanted, { low: oldestV, high: headV });
    const versions = Array.from({ length: Math.min(SKEWED_OPS, headV - low) }, (_, n) => low + 1 + n);
    const next = await this.deps.oplog.timesOf(projectId, versions);
    const found = next.findLast(({ at }) => at <= wanted)?.v ?? low;
    if (found === oldestV && oldestV > 0) {
      const { at } = await this.deps.pastBoards.at(projectId, oldestV, userId);
      if (at !== null && at > wanted) throw new AppError('history_folded');
    }
    return found;
  }

  /** The members at a version: the present ones, without the changes of later member ops. */
  private async membersAt(userId: string, projectId: string, v: number): Promise<BoardMember[]> {
    const { access, users } = this.deps;
    const { rev, members } = await access.memberList(projectId);
    const roles = new Map<string, ProjectRole>(members.map(({ id, roleId }) => [id, roleId]));
    const since = { beforeV: rev + 1, afterV: v, types: MEMBER_TYPES };
    await this.takeBack(userId, projectId, since, (op) => {
      if (!isMemberOp(op)) return;
      const { roleId } = op.before as { roleId: ProjectRole | null };
      if (roleId) roles.set(op.patch.userId, roleId);
      else roles.delete(op.patch.userId);
    });
    const known = new Map<string, PublicUser>(members.map((member) => [member.id, member]));
    for (const user of await users.publicUsers([...roles.keys()].filter((id) => !known.has(id))))
      known.set(user.id, user);
    return [...roles].flatMap(([id, roleId]) => {
      const user = known.get(id);
      return user ? [{ id, firstName: user.firstName, surname: user.surname, roleId }] : [];
    });
  }

  /** The columns' settings at a version: the present ones, without the changes of later ops. */
  private async columnsAt(userId: string, board: BoardReplica, v: number): Promise<ColumnsSettings> {
    const columns: ColumnsSettings = {};
    for (const state of taskStates) columns[state] = board.settingsOf(state);
    const since = { beforeV: board.v + 1, afterV: v, types: ['column.changed' as const] };
    await this.takeBack(userId, board.projectId, since, (op) => {
      if (op.type !== 'column.changed') return;
      const { state } = op.patch;
      columns[state] = { ...columns[state], ...(op.before as Partial<ColumnSettings>) };
    });
    return columns;
  }

  /**
   * Calls `undo` with each of these ops, newest first, which are read in parts on the user's account (R32).
   * @throws AppError `too_many_requests`
   */
  private async takeBack(
    userId: string,
    projectId: string,
    { beforeV, ...filter }: OpFilter,
    undo: (op: StoredOp) => void,
  ): Promise<void> {
    const { budgets, oplog } = this.deps;
    for (let nextV = beforeV; ; ) {
      const part = { ...filter, beforeV: nextV };
      const isEnd = await this.laterReads.run(async () => {
        const { ops, bytes, isCut } = await oplog.latestWeighed(projectId, part, LATER_OPS);
        await budgets.spend(userId, bytes);
        for (const op of ops) undo(op);
        nextV = ops.at(-1)?.v ?? 0;
        return !isCut && ops.length < LATER_OPS;
      });
      if (isEnd) return;
      await budgets.assertBytesLeft(userId);
    }
  }

  private async learnProjects(
    userId: string,
    ops: readonly StoredOp[],
    known: Map<string, boolean>,
  ): Promise<void> {
    const others = ops.flatMap((op) => otherProjectOf(op) ?? []).filter((id) => !known.has(id));
    const visible = await this.deps.access.projectsOf(userId, others);
    for (const id of others) known.set(id, visible.has(id));
  }

  private async peopleIn(items: readonly ActivityItem[]): Promise<PublicUser[]> {
    const ids = items.flatMap(({ actorId, userId, changes }) => [
      actorId,
      ...(userId === undefined ? [] : [userId]),
      ...changes.flatMap(({ field, from, to }) => (field === 'assignees' ? [from, to].flat() : [])),
    ]);
    return this.deps.users.publicUsers([...new Set(ids)].filter((id) => typeof id === 'string'));
  }
}

function isMemberOp(op: StoredOp): op is Extract<StoredOp, { type: (typeof MEMBER_TYPES)[number] }> {
  return (MEMBER_TYPES as readonly string[]).includes(op.type);
}
