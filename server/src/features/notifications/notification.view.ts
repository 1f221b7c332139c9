import type { Notification } from '@livelane/shared/notifications/notification.schema';
import type { Oplog } from '../../oplog/oplog';
import type { AccessService, ProjectAccess, UserDirectory } from '../members/access.service';
import type { TaskRow, TaskStore } from '../tasks/task.store';
import { canSee } from '../tasks/task.visibility';
import type { NotificationDocument } from './notification.model';

interface Dependencies {
  access: Pick<AccessService, 'projectsOf' | 'workspacesOf'>;
  oplog: Pick<Oplog, 'rowsCaughtUp'>;
  tasks: Pick<TaskStore, 'rowsOf'>;
  users: UserDirectory;
}

/** What people may see now of their notifications, with current names. */
export class NotificationView {
  constructor(private readonly deps: Dependencies) {}

  /** What cannot be seen now is left out, and is back with the sight; `removed` and `deleted` stay. */
  async present(userId: string, found: readonly NotificationDocument[]): Promise<Notification[]> {
    if (found.length === 0) return [];
    const { access, oplog, tasks, users } = this.deps;
    await oplog.rowsCaughtUp(found.flatMap(({ projectId }) => projectId ?? []));
    const [rows, people] = await Promise.all([
      tasks.rowsOf(found.flatMap(({ taskId }) => taskId ?? [])),
      users.publicUsers([...new Set(found.flatMap(({ actorId }) => actorId ?? []))]),
    ]);
    const projectIds = found.flatMap(({ projectId, taskId }) => [
      projectId ?? [],
      (taskId && rows.get(taskId)?.task.projectId) || [],
    ]);
    const projects = await access.projectsOf(userId, projectIds.flat());
    const isOfWorkspaces = found.some(({ projectId }) => !projectId);
    const workspaces = isOfWorkspaces ? await access.workspacesOf(userId) : new Map();
    const actors = new Map(people.map((person) => [person.id, person]));
    return found.flatMap((each) => {
      const now = this.now(each, userId, rows, projects);
      const stays = each.reason === 'removed' || each.reason === 'deleted';
      const project = now?.project ?? (stays ? projects.get(each.projectId ?? '')?.project : undefined);
      const name = each.projectId ? project?.name : workspaces.get(each.workspaceId)?.name;
      if (name === undefined && !stays) return [];
      return [
        presented(each, {
          title: now?.title ?? each.title,
          name: name ?? each.name,
          actor: (each.actorId && actors.get(each.actorId)) || null,
          projectId: now?.project.id ?? each.projectId,
          workspaceId: now?.project.workspaceId ?? each.workspaceId,
        }),
      ];
    });
  }

  private now(
    { projectId, taskId }: NotificationDocument,
    userId: string,
    rows: ReadonlyMap<string, TaskRow>,
    projects: ReadonlyMap<string, ProjectAccess>,
  ): { project: ProjectAccess['project']; title?: string } | null {
    if (!projectId) return null;
    if (taskId === undefined) {
      const found = projects.get(projectId);
      return found ? { project: found.project } : null;
    }
    const row = rows.get(taskId);
    const found = row && projects.get(row.task.projectId);
    if (!row || row.deletedAt || !found || !canSee({ userId, role: found.role }, row.task)) return null;
    return { project: found.project, title: row.task.title };
  }
}

type Shown = Pick<Notification, 'title' | 'name' | 'actor' | 'projectId' | 'workspaceId'>;

function presented(
  { _id: id, reason, taskId, commentId, v, actorId, at, readAt }: NotificationDocument,
  shown: Shown,
): Notification {
  return {
    id,
    reason,
    ...shown,
    ...(taskId !== undefined && { taskId }),
    ...(commentId !== undefined && { commentId }),
    ...(v !== undefined && { v }),
    ...(actorId !== undefined && { actorId }),
    at: at.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}
