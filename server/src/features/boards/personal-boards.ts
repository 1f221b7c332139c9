import type { PersonalBoard } from '@livelane/shared/boards/board.schema';
import type { Task } from '@livelane/shared/tasks/task.schema';
import { taskStates } from '@livelane/shared/tasks/task.values';
import { LRUCache } from 'lru-cache';
import type { LogHead } from '../../oplog/op.store';
import type { Oplog } from '../../oplog/oplog';
import type { PersonalProject } from '../../realtime/realtime.types';
import type { AccessService, VisibleProject } from '../members/access.service';
import { presentTask } from '../tasks/task.ops';
import type { TaskStore } from '../tasks/task.store';
import type { BoardReplica } from './board.replica';
import type { ReplicaCache } from './replica.cache';

/** Cards that are kept for all users together; the user who read longest ago goes first. */
const MAX_CARDS = 20_000;

interface Dependencies {
  access: AccessService;
  oplog: Oplog;
  replicas: ReplicaCache;
  tasks: TaskStore;
}

/** A user's cards of one project, at one version of its board or a later one. */
interface Part {
  head: LogHead;
  role: VisibleProject['role'];
  tasks: Task[];
}

/**
 * The personal board (SPEC.md#rest). The place of a card depends on the whole column of its project, so what was
 * found in a project is kept for each user until that project's board changes: a read costs what has changed since the
 * user's last one, and boards on which nothing happens need not be in memory.
 */
export class PersonalBoards {
  /** By user and project. */
  private readonly kept = new LRUCache<string, ReadonlyMap<string, Part>>({
    maxSize: MAX_CARDS,
    // A user without cards takes room too, and one with more cards than there is room for is kept alone.
    sizeCalculation: (parts) => Math.min(1 + cardsIn(parts), MAX_CARDS),
  });

  constructor(private readonly deps: Dependencies) {}

  /** Tasks assigned to the caller in the projects that they may see now. */
  async read(userId: string): Promise<PersonalBoard> {
    const { projects, heads, parts } = await this.found(userId);
    return {
      columns: columnsOf(projects, parts),
      cursors: Object.fromEntries(
        [...heads].map(([id, { epoch, appliedV }]) => [id, { epoch, v: appliedV }]),
      ),
      projects: [...projects]
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(({ id, name, workspaceId, role }) => ({ id, name, workspaceId, role })),
    };
  }

  /** The same by project, for those who get what follows by push. The cards may be newer than their version. */
  async projects(userId: string): Promise<PersonalProject[]> {
    const { parts } = await this.found(userId);
    return [...parts].map(([projectId, { head, role, tasks }]) => ({
      projectId,
      epoch: head.epoch,
      v: head.appliedV,
      viewer: { userId, role },
      places: new Map(tasks.map(({ id }) => [id, -1])),
    }));
  }

  private async found(userId: string) {
    const projects = await this.deps.access.visibleProjects(userId);
    const ids = projects.map(({ id }) => id);
    await this.deps.oplog.rowsCaughtUp(ids);
    // Before the tasks: what is newer than its cursor is only sent twice.
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
    const rows = await this.deps.tasks.assignedTo(userId, changed);
    const withCards = [...new Set(rows.map(({ projectId }) => projectId))];
    const boards = new Map(
      await Promise.all(withCards.map(async (id) => [id, await this.readable(id)] as const)),
    );
    for (const row of rows) {
      const [board, part] = [boards.get(row.projectId), parts.get(row.projectId)];
      const task = board?.get(row.id);
      // The board may be newer than the row.
      if (!board || !part || !task?.assignees.includes(userId)) continue;
      part.tasks.push(presentTask(board, { userId, role: part.role }, task));
    }
    return parts;
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
      a.projectName.localeCompare(b.projectName) ||
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

function cardsIn(parts: ReadonlyMap<string, Part>): number {
  let cards = 0;
  for (const { tasks } of parts.values()) cards += tasks.length;
  return cards;
}
