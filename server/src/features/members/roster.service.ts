import { randomUUID } from 'node:crypto';
import type { ProjectRole } from '@livelane/shared/permissions/roles';
import type { PublicUser } from '@livelane/shared/users/user.schema';
import { AppError } from '../../http/errors';
import { derivedId } from '../../oplog/derived-id';
import { fingerprintOf } from '../../oplog/fingerprint';
import type { StoredOp } from '../../oplog/op.types';
import type { Oplog } from '../../oplog/oplog';
import type { ProjectStore } from '../projects/project.store';
import type { ProjectDocument } from '../projects/project.types';
import type { TaskStore } from '../tasks/task.store';
import type { WorkspaceStore } from '../workspaces/workspace.store';
import type { UserDirectory } from './access.service';
import { membershipOp, renamingOp } from './membership.op';

interface Dependencies {
  oplog: Oplog;
  projects: ProjectStore;
  workspaces: WorkspaceStore;
  users: UserDirectory;
  /** People without the right are unassigned from their tasks (SPEC.md#rights). */
  tasks: TaskStore;
}

interface OwnRoleRequest {
  projectId: string;
  userId: string;
  actorId: string;
  /**
   * The role of their own that the user gets, null for none. Called again whenever another op came
   * first, so it checks rights and last owners on the given roster, and throws to refuse.
   */
  decide: (project: ProjectDocument) => Promise<ProjectRole | null>;
}

/** Writes the ops by which a project's roster changes. It checks no rights: its callers do. */
export class RosterService {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Commits a user's new role of their own in a project.
   *
   * @returns the op, or null when it changes nothing
   * @throws AppError `not_found` when the project or the user is gone, and whatever `decide` throws
   */
  async setOwnRole({ projectId, userId, actorId, decide }: OwnRoleRequest): Promise<StoredOp | null> {
    const { op } = await this.deps.oplog.commit({
      projectId,
      actorId,
      ...newMutation('membership', { userId }),
      prepare: async () => {
        const project = await this.deps.projects.find(projectId);
        if (!project) throw new AppError('not_found');
        // The decision comes first: the caller must not learn here whether the user exists.
        const role = await decide(project);
        return this.prepare(project, await this.user(userId), role);
      },
    });
    return op;
  }

  /**
   * Brings a user's entry on the roster in line with their present roles, if it is not:
   * after their workspace role changed, or when they joined the project while leaving the workspace.
   */
  async reconcile(projectId: string, userId: string, actorId: string): Promise<StoredOp | null> {
    const { op } = await this.deps.oplog.commit({
      projectId,
      actorId,
      ...newMutation('membership', { userId }),
      prepare: async () => {
        const project = await this.deps.projects.find(projectId);
        if (!project) return null;
        const own = project.members.find((entry) => entry.userId === userId)?.ownRoleId ?? null;
        // Without an account there is no right: this finishes an interrupted deletion.
        const [user] = await this.deps.users.publicUsers([userId]);
        if (!user) return this.prepare(project, { id: userId, firstName: '', surname: '' }, null);
        return this.prepare(project, user, own);
      },
    });
    return op;
  }

  /** Announces a member's present name on a project's board (R12), once for each change of the name (R7). */
  async announceName(projectId: string, userId: string, renamingId: string): Promise<void> {
    await this.deps.oplog.commit({
      projectId,
      actorId: userId,
      mutationId: derivedId(renamingId, projectId),
      fingerprint: fingerprintOf('rename', { userId }),
      prepare: async () => {
        const project = await this.deps.projects.find(projectId);
        const entry = project?.members.find((each) => each.userId === userId);
        return entry ? renamingOp(await this.user(userId), entry) : null;
      },
    });
  }

  private async prepare(project: ProjectDocument, user: PublicUser, ownRoleId: ProjectRole | null) {
    const { id: userId } = user;
    const workspace = await this.deps.workspaces.ofMember(project.workspaceId, userId);
    return membershipOp({
      user,
      ownRoleId,
      entry: project.members.find((entry) => entry.userId === userId) ?? null,
      workspaceRoleId: workspace?.role ?? null,
      assignedTasks: () => this.deps.tasks.assignedTo(userId, [project._id]),
    });
  }

  private async user(userId: string): Promise<PublicUser> {
    const [user] = await this.deps.users.publicUsers([userId]);
    if (!user) throw new AppError('not_found');
    return user;
  }
}

/** Requests about members and projects carry no key of their own: each is a mutation by itself. */
export function newMutation(kind: string, input: unknown): { mutationId: string; fingerprint: string } {
  return { mutationId: randomUUID(), fingerprint: fingerprintOf(kind, input) };
}
