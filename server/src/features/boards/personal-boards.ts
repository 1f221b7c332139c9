import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { StoredTask, Task } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { LRUCache } from 'lru-cache';
import type { LogHead } from '../../oplog/op.store';
import type { Oplog } from '../../oplog/oplog';
import type { PersonalProject } from '../../realtime/realtime.types';
import type { AccessService, UserDirectory, VisibleProject } from '../members/access.service';
import { presentTask } from '../tasks/task.ops';
import type { TaskStore } from '../tasks/task.store';
import type { Viewer } from '../tasks/task.visibility';
import { type BoardReplica, weigh } from './board.replica';
import { ColumnPlaces } from './column-places';
import type { ReplicaCache } from './replica.cache';

/** Bytes that are kept for all users together; the user who read longest ago is evicted first (R32). */
const MAX_BYTES = 32_000_000;
/** Bytes of a project without cards: measured and rounded up. */
const PART_BYTES = 300;
/** The same on all nodes, whatever the language of their machines. */
const projectOrder = new Intl.Collator('en-GB');

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  tasks: TaskStore;
  users: UserDirectory;
}

/** A user's cards of one project, at one version of its board or a later one. */
interface Part {
  head: LogHead;
  role: VisibleProject['role'];
  tasks: Task[];
}

/**
 * The personal board (SPEC.md#rest). The place of a card depends on the whole column of its project, so a user's part
 * of a project is kept until that project's board changes: a read costs only the parts that changed since the user's
 * last one, and idle boards need not be in memory, not even for the first one.
 */
export class PersonalBoards {
  /** By user and project. */
  private readonly kept = new LRUCache<string, ReadonlyMap<string, Part>>({
    maxSize: MAX_BYTES,
    // A user whose parts take more than there is room for is kept alone.
    sizeCalculation: (parts) => Math.min(bytesOf(parts), MAX_BYTES),
  });

  constructor(private readonly deps: Dependencies) {}

  /** Tasks assigned to the caller in the projects that they may see now. */
  async read(userId: string): Promise<PersonalBoard> {
    const { projects, heads, parts } = await this.found(userId);
    const columns = columnsOf(projects, parts);
    const assignees = columns.flatMap(({ tasks }) => tasks.flatMap((task) => task.assignees));
    return {
      columns,
      people: await this.deps.users.publicUsers([...new Set(assignees)]),
      cursors: Object.fromEntries(
        [...heads].map(([id, { epoch, appliedV }]) => [id, { epoch, v: appliedV }]),
      ),
      projects: [...projects]
        .sort((a, b) => projectOrder.compare(a.name, b.name))
        .map(({ id, name, workspaceId, role }) => ({ id, name, workspaceId, role })),
    };
  }

  /** The same by project, for those who get later changes by push. The cards may be newer than their version. */
  async projects(userId: string): Promise<PersonalProject[]> {
    const { projects, parts } = await this.foundAsOfHeads(userId);
    return projects.flatMap(({ id: projectId, workspaceId, ownRoleId, role }) => {
      const part = parts.get(projectId);
      if (!part) return [];
      const { epoch, appliedV: v } = part.head;
      const places = new Map(part.tasks.map(({ id }) => [id, -1]));
      return { projectId, workspaceId, ownRoleId, epoch, v, viewer: { userId, role }, places };
    });
  }

  /** R11: an op before the version that they follow from is not sent, so their rights must be of that version or later. */
  private async foundAsOfHeads(userId: string) {
    for (;;) {
      const found = await this.found(userId);
      const visible = await this.deps.access.visibleProjects(userId);
      const now = new Map(visible.map((project) => [project.id, project]));
      const isStill = ({ id, role, ownRoleId }: VisibleProject) =>
        now.get(id)?.role === role && now.get(id)?.ownRoleId === ownRoleId;
      if (found.projects.every(isStill)) return found;
    }
  }

  private async found(userId: string) {
    const projects = await this.deps.access.visibleProjects(userId);
    const ids = projects.map(({ id }) => id);
    await this.deps.oplog.rowsCaughtUp(ids);
    // Before the tasks: changes that are newer than their cursor are only sent twice.
    const heads = await this.deps.oplog.headsOf(ids);
    const parts = await this.partsOf(userId, projects, heads);
    this.kept.set(userId, parts);
    return { projects, heads, parts };
  }

  private async partsOf(
    userId: string,
    projects: readonly VisibleProject[],
    heads: ReadonlyMap<string, LogHead>,
  ): Promise<Map<string, Part>> {
    const before = this.kept.get(userId);
    const parts = new Map<string, Part>();
    const changed: string[] = [];
    for (const { id, role } of projects) {
      const head = heads.get(id);
      if (!head) continue;
      const part = before?.get(id);
      if (part && part.role === role && isSame(part.head, head)) parts.set(id, part);
      else {
        parts.set(id, { head, role, tasks: [] });
        changed.push(id);
      }
    }
    if (changed.length === 0) return parts;
    const cards = new Map<string, StoredTask[]>();
    for (const task of await this.deps.tasks.assignedTo(userId, changed)) {
      const found = cards.get(task.projectId);
      if (found) found.push(task);
      else cards.set(task.projectId, [task]);
    }
    const ofRows: Array<{ viewer: Viewer; cards: StoredTask[] }> = [];
    await Promise.all(
      [...cards].map(async ([id, found]) => {
        const part = parts.get(id);
        if (!part) return;
        const viewer = { userId, role: part.role };
        if (await this.areRowsEnough(id, part.head)) ofRows.push({ viewer, cards: found });
        else part.tasks.push(...onBoard(await this.readable(id), viewer, found));
      }),
    );
    for (const task of await this.placed(ofRows)) parts.get(task.projectId)?.tasks.push(task);
    return parts;
  }

  /**
   * Places in boards that are not in memory, by one query for all of them: reading each of these boards for a few cards
   * takes seconds. Later changes are newer than the part's version: their places are pushed, or read again, with them.
   */
  private async placed(wanted: Iterable<{ viewer: Viewer; cards: StoredTask[] }>): Promise<Iterable<Task>> {
    const places = new ColumnPlaces(wanted);
    const { projectIds, states } = places.where;
    if (projectIds.length === 0) return [];
    for await (const card of this.deps.tasks.inColumns(projectIds, states)) places.count(card);
    return places.placed();
  }

  /** True for a board that is not in memory and whose rows have all that its log has. */
  private async areRowsEnough(projectId: string, { appliedV }: LogHead): Promise<boolean> {
    if (this.deps.replicas.seen(projectId)) return false;
    try {
      return (await this.deps.oplog.tail(projectId, appliedV)).ops.length === 0;
    } catch (error) {
      this.deps.oplog.reportUnreadable(projectId, error);
      return false;
    }
  }

  /** Undefined for a board that cannot be read here (R22), whose cards are left out. */
  private async readable(projectId: string): Promise<BoardReplica | undefined> {
    try {
      return await this.deps.replicas.current(projectId);
    } catch (error) {
      this.deps.oplog.reportUnreadable(projectId, error);
      return undefined;
    }
  }
}

/** Cards as a board in memory has them, which may be newer than the rows. */
function onBoard(board: BoardReplica | undefined, viewer: Viewer, rows: readonly StoredTask[]): Task[] {
  if (!board) return [];
  return rows.flatMap(({ id }) => {
    const task = board.get(id);
    return task?.assignees.includes(viewer.userId) ? presentTask(board, viewer, task) : [];
  });
}

/** Each column by place, then by project, then by id. */
function columnsOf(
  projects: readonly VisibleProject[],
  parts: ReadonlyMap<string, Part>,
): PersonalBoard['columns'] {
  const found = projects.flatMap(({ id, name }) =>
    (parts.get(id)?.tasks ?? []).map((task) => ({ task, projectName: name })),
  );
  // A task on its way to another project lives in both for a moment: where it goes counts.
  const latest = new Map<string, string>();
  for (const { task } of found)
    if ((latest.get(task.id) ?? '') < task.updatedAt) latest.set(task.id, task.updatedAt);
  const shown = found.filter(({ task }) => latest.get(task.id) === task.updatedAt);
  shown.sort(
    (a, b) =>
      a.task.columnPosition - b.task.columnPosition ||
      projectOrder.compare(a.projectName, b.projectName) ||
      (a.task.id < b.task.id ? -1 : 1),
  );
  return taskStates.map((state) => ({
    id: state,
    state,
    tasks: shown.filter(({ task }) => task.state === state).map(({ task }) => task),
  }));
}

function isSame(a: LogHead, b: LogHead): boolean {
  return a.epoch === b.epoch && a.appliedV === b.appliedV;
}

function bytesOf(parts: ReadonlyMap<string, Part>): number {
  let bytes = PART_BYTES;
  for (const { tasks } of parts.values()) {
    bytes += PART_BYTES;
    for (const task of tasks) bytes += weigh(task);
  }
  return bytes;
}
