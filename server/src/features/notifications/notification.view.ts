import type { Notification } from '@livelane/shared/notifications/notification.schema';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import type { AccessService, ProjectAccess, UserDirectory } from '../members/access.service';
import type { TaskSummary } from '../tasks/task.store';
import type { TaskSummaries } from '../tasks/task.summaries';
import { canSee } from '../tasks/task.visibility';
import type { NotificationDocument } from './notification.model';

interface Dependencies {
  access: Pick<AccessService, 'projectsOf' | 'workspacesOf'>;
  summaries: Pick<TaskSummaries, 'of'>;
  users: UserDirectory;
}

/** The subject of a notification. */
export type Subject = Pick<NotificationDocument, 'reason' | 'workspaceId' | 'projectId' | 'taskId'>;

/** Its parts as visible now; a title or name that is not visible is the one of that time. */
interface Seen {
  title: string | undefined;
  name: string | undefined;
  projectId: string | null;
  workspaceId: string;
}

/** The tasks and people of notifications, before it is decided who may see them. */
export interface Subjects {
  summaries: ReadonlyMap<string, TaskSummary>;
  actors: ReadonlyMap<string, PublicUser>;
}

/** Notifications as their readers may see them now, with current names. */
export class NotificationView {
  constructor(private readonly deps: Dependencies) {}

  /** The subjects of these, read once for several people. */
  async subjectsOf(found: ReadonlyArray<Subject & { actorId?: string }>): Promise<Subjects> {
    const [summaries, people] = await Promise.all([
      this.deps.summaries.of(found),
      this.deps.users.publicUsers([...new Set(found.flatMap(({ actorId }) => actorId ?? []))]),
    ]);
    return { summaries, actors: new Map(people.map((person) => [person.id, person])) };
  }

  /**
   * Leaves out notifications about things that are not visible now; `removed` and `deleted` stay.
   * @param subjects of these and others, where they have been read
   */
  async present(
    userId: string,
    found: readonly NotificationDocument[],
    subjects?: Subjects,
  ): Promise<Notification[]> {
    if (found.length === 0) return [];
    const known = subjects ?? (await this.subjectsOf(found));
    const { actors } = known;
    const seenOf = await this.lookAt(userId, found, known);
    return found.flatMap((each) => {
      const seen = seenOf(each);
      if (!seen) return [];
      const actor = (each.actorId && actors.get(each.actorId)) || null;
      return [
        presented(each, { ...seen, actor, title: seen.title ?? each.title, name: seen.name ?? each.name }),
      ];
    });
  }

  /** Those that are not left out. */
  async visible<Each extends Subject>(
    userId: string,
    found: readonly Each[],
    subjects?: Subjects,
  ): Promise<Each[]> {
    if (found.length === 0) return [];
    const seenOf = await this.lookAt(userId, found, subjects ?? (await this.subjectsOf(found)));
    return found.filter((each) => seenOf(each) !== null);
  }

  private async lookAt(
    userId: string,
    found: readonly Subject[],
    { summaries }: Subjects,
  ): Promise<(subject: Subject) => Seen | null> {
    const { access } = this.deps;
    // Readers have hundreds of unread ones, counted with each burst: no object is made for each of them.
    const projectIds = new Set<string>();
    for (const { projectId, taskId } of found) {
      const movedTo = taskId === undefined ? undefined : summaries.get(taskId)?.task.projectId;
      if (projectId) projectIds.add(projectId);
      if (movedTo !== undefined) projectIds.add(movedTo);
    }
    const projects = await access.projectsOf(userId, [...projectIds]);
    const isOfWorkspaces = found.some(({ projectId }) => !projectId);
    const workspaces = isOfWorkspaces ? await access.workspacesOf(userId) : new Map();
    return (subject) => {
      const { reason, projectId, workspaceId } = subject;
      const now = this.now(subject, userId, summaries, projects);
      const stays = reason === 'removed' || reason === 'deleted';
      const project = now?.project ?? (stays ? projects.get(projectId ?? '')?.project : undefined);
      const name = projectId ? project?.name : workspaces.get(workspaceId)?.name;
      if (name === undefined && !stays) return null;
      return {
        title: now?.title,
        name,
        projectId: now?.project.id ?? projectId,
        workspaceId: now?.project.workspaceId ?? workspaceId,
      };
    };
  }

  private now(
    { projectId, taskId }: Subject,
    userId: string,
    summaries: ReadonlyMap<string, TaskSummary>,
    projects: ReadonlyMap<string, ProjectAccess>,
  ): { project: ProjectAccess['project']; title?: string } | null {
    if (!projectId) return null;
    if (taskId === undefined) {
      const found = projects.get(projectId);
      return found ? { project: found.project } : null;
    }
    const summary = summaries.get(taskId);
    const found = summary && projects.get(summary.task.projectId);
    if (!summary || summary.deletedAt || !found || !canSee({ userId, role: found.role }, summary.task))
      return null;
    return { project: found.project, title: summary.task.title };
  }
}

type Shown = Pick<Notification, 'title' | 'name' | 'actor' | 'projectId' | 'workspaceId'>;

function presented(
  { _id: id, reason, taskId, commentId, v, actorId, roleId, at, readAt }: NotificationDocument,
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
    ...(roleId !== undefined && { roleId }),
    at: at.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}
