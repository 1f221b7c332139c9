import {
  type BoardMember,
  type CatchUp,
  type Column,
  MAX_DELTA_OPS,
  type PersonalBoard,
} from '@livelane/shared/boards/board.schema';
import { boardHash } from '@livelane/shared/boards/board-hash';
import type { SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { type TimeEstimate, taskStates, timeEstimates } from '@livelane/shared/tasks/task.values';
import type { Oplog } from '../../oplog/oplog';
import type { AccessService } from '../members/access.service';
import { positionAfter } from '../tasks/task.placement';
import { presentTask } from '../tasks/task.presenter';
import type { Viewer } from '../tasks/task.sight';
import type { TaskStore } from '../tasks/task.store';
import { type BoardForm, BoardPages } from './board.pages';
import type { BoardReplica } from './board.replica';
import { changesSightOf, viewOp } from './op.view';
import type { Page } from './page';
import type { ReplicaCache } from './replica.cache';

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  tasks: TaskStore;
}

export interface BoardAnswer {
  etag: string;
  /** Null when the caller holds this version already. */
  page: Page | null;
}

/** What the client holds: nothing, or a version of an epoch. */
interface Cursor {
  epoch?: string | undefined;
  sinceV?: number | undefined;
}

/** Reads of boards: snapshots, catch-up, the personal board (protocol section 2, R4, R12, R13). */
export class BoardService {
  private readonly pages = new BoardPages();
  /** The fingerprint of each board's latest version that was asked for. */
  private readonly hashes = new WeakMap<BoardReplica, { v: number; hash: string }>();

  constructor(private readonly deps: Dependencies) {}

  /** @param ifNoneMatch the ETag of the board that the caller holds */
  async projectBoard(
    userId: string,
    projectId: string,
    ifNoneMatch: string | undefined,
    form: BoardForm,
  ): Promise<BoardAnswer> {
    const { role } = await this.deps.access.requireProject(userId, projectId, 'board.read');
    const board = await this.deps.replicas.current(projectId);
    const held = etagOf(board);
    if (ifNoneMatch === held) return { etag: held, page: null };
    const members = await this.membersOf(board);
    // Meanwhile the board may have gone on.
    return { etag: etagOf(board), page: this.pages.pageFor(board, { userId, role }, members, form) };
  }

  /** The ops after `since`, or word that the board must be read anew: the same catch-up as the socket's. */
  async catchUp(
    userId: string,
    projectId: string,
    since: number,
    epoch: string | undefined,
  ): Promise<CatchUp> {
    const { role } = await this.deps.access.requireProject(userId, projectId, 'board.read');
    return this.opsFor({ userId, role }, projectId, { epoch, sinceV: since });
  }

  /** What a socket that has just joined a board's room has missed (R9, R13). */
  async subscribe(userId: string, projectId: string, cursor: Cursor): Promise<SubscribeAnswer> {
    const { role } = await this.deps.access.requireProject(userId, projectId, 'board.subscribe');
    const board = await this.deps.replicas.current(projectId);
    const { epoch, v } = board;
    if (cursor.epoch === undefined || cursor.sinceV === undefined)
      return { ok: true, role, epoch, v, mode: 'refetch' };
    if (cursor.epoch === epoch && cursor.sinceV === v) return { ok: true, role, epoch, v, mode: 'current' };
    const page = await this.opsFor({ userId, role }, projectId, cursor);
    if ('reset' in page) return { ok: true, role, epoch, v, mode: 'refetch' };
    return { ok: true, role, epoch, v: page.to, mode: 'delta', ops: page.ops };
  }

  /** Tasks assigned to the caller in the projects that he may see now. */
  async personalBoard(userId: string): Promise<PersonalBoard> {
    const projects = await this.deps.access.visibleProjects(userId);
    const byId = new Map(projects.map((project) => [project.id, project]));
    await this.deps.oplog.rowsCaughtUp(byId.keys());
    const heads = await this.deps.oplog.headsOf([...byId.keys()]);
    const mine = await this.deps.tasks.assignedTo(userId, [...byId.keys()]);
    const boards = new Map(
      await Promise.all(
        [...new Set(mine.map((task) => task.projectId))].map(
          async (projectId) => [projectId, await this.deps.replicas.current(projectId)] as const,
        ),
      ),
    );
    const found = mine.flatMap((row) => {
      const project = byId.get(row.projectId);
      const board = boards.get(row.projectId);
      const task = board?.get(row.id);
      if (!project || !board || !task?.assignees.includes(userId)) return [];
      const viewer: Viewer = { userId, role: project.role };
      return [{ task: presentTask(task, positionAfter(board, viewer, task)), projectName: project.name }];
    });
    // A task on its way to another project lives in both for a moment: where it goes counts.
    const latest = new Map<string, string>();
    for (const { task } of found)
      if ((latest.get(task.id) ?? '') < task.updatedAt) latest.set(task.id, task.updatedAt);
    const shown = found.filter(({ task }) => latest.get(task.id) === task.updatedAt);
    shown.sort(
      (a, b) =>
        a.task.columnPosition - b.task.columnPosition ||
        a.projectName.localeCompare(b.projectName) ||
        (a.task.id < b.task.id ? -1 : 1),
    );
    const columns: Column[] = taskStates.map((state) => ({
      id: state,
      state,
      tasks: shown.filter(({ task }) => task.state === state).map(({ task }) => task),
    }));
    const cursors = Object.fromEntries(
      [...heads].map(([projectId, { epoch, appliedV }]) => [projectId, { epoch, v: appliedV }]),
    );
    return {
      columns,
      cursors,
      projects: projects.map(({ id, name, workspaceId, role }) => ({ id, name, workspaceId, role })),
    };
  }

  timeEstimates(): readonly TimeEstimate[] {
    return timeEstimates;
  }

  /** The board's version and fingerprint, for `board:head`. */
  async head(projectId: string): Promise<{ v: number; hash: string }> {
    const board = await this.deps.replicas.current(projectId);
    const { v } = board;
    const kept = this.hashes.get(board);
    if (kept?.v === v) return kept;
    const head = { v, hash: boardHash(board.all()) };
    this.hashes.set(board, head);
    return head;
  }

  /** The members, at least as new as the board: what is older than a snapshot's version is never told again. */
  private async membersOf(board: BoardReplica): Promise<BoardMember[]> {
    for (;;) {
      const { rev, members } = await this.deps.access.memberList(board.projectId);
      if (rev >= board.membersV) return members;
      // The op is in the log, and its row on the way or left behind.
      await this.deps.oplog.heal(board.projectId);
    }
  }

  private async opsFor(viewer: Viewer, projectId: string, { epoch, sinceV = 0 }: Cursor): Promise<CatchUp> {
    const board = await this.deps.replicas.current(projectId);
    // The board goes on while the ops are read: the answer is about this version of it.
    const { v } = board;
    const behind = v - sinceV;
    if ((epoch !== undefined && epoch !== board.epoch) || behind < 0 || behind > MAX_DELTA_OPS)
      return { reset: true };
    const ops = (await this.deps.oplog.read(projectId, sinceV, MAX_DELTA_OPS)).filter((op) => op.v <= v);
    if (ops.length !== behind || ops.some((op) => changesSightOf(viewer, op))) return { reset: true };
    return {
      epoch: board.epoch,
      from: sinceV + 1,
      to: v,
      ops: ops.map((op) => viewOp(viewer, op)),
    };
  }
}

function etagOf({ epoch, v }: BoardReplica): string {
  return `"${epoch}:${v}"`;
}
