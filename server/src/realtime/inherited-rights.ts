import { effectiveProjectRole, type ProjectRole } from '@livelane/shared/permissions/roles';
import type { BoardFeeds } from './board.feeds';
import type { BoardRooms } from './board.rooms';
import type { PersonalFeeds } from './personal.feeds';
import type { LiveSocket, RealtimeObserver, WorkspaceRoles } from './realtime.types';

interface Dependencies {
  feeds: BoardFeeds;
  rooms: BoardRooms;
  personal: PersonalFeeds;
  observer: Pick<RealtimeObserver, 'reset'>;
  /** Removes a user's sockets from a board and notifies them. */
  revoke: (projectId: string, userId: string) => void;
}

/**
 * Applies a changed role of a workspace to the sockets of this node, in all of its projects at once: each project's op
 * may come much later, and ops committed before it must not be sent to these sockets any more (R11). Called whenever
 * this node reads the roles again: before it accepts a change by them, and before it sends ops of other nodes.
 */
export class InheritedRights {
  constructor(private readonly deps: Dependencies) {}

  /** @param roles those of everyone who is in the workspace, as of its `rev` */
  rolesRead({ id: workspaceId, rev, byUser }: WorkspaceRoles): void {
    const { feeds, rooms, personal, revoke } = this.deps;
    const roleOf = (userId: string, ownRoleId: ProjectRole | null): ProjectRole | null => {
      const workspaceRole = byUser.get(userId);
      return workspaceRole ? effectiveProjectRole(ownRoleId, workspaceRole) : null;
    };
    for (const projectId of feeds.ofWorkspace(workspaceId)) {
      for (const { socket, workspaceRoles } of feeds.joiningOf(projectId))
        workspaceRoles.set(workspaceId, byUser.get(socket.data.userId) ?? null);
      const isLatest = feeds.noteRoles(projectId, { workspaceId, rev });
      for (const socket of rooms.socketsIn(projectId)) this.adapt(socket, projectId, roleOf, isLatest);
    }
    personal.rolesRead(workspaceId, roleOf, revoke);
  }

  /**
   * What they lose, and the sight of PRIVATE tasks that they get back: no op brings it if the project has not had one of
   * its loss. Roles that are not the latest may have been taken away since: they give nothing.
   */
  private adapt(
    socket: LiveSocket,
    projectId: string,
    roleOf: (userId: string, ownRoleId: ProjectRole | null) => ProjectRole | null,
    isLatest: boolean,
  ): void {
    const { userId, boards } = socket.data;
    const board = boards.get(projectId);
    if (!board) return;
    const role = roleOf(userId, board.ownRoleId);
    const [sawAll, seesAll] = [board.role === 'owner', role === 'owner'];
    if (!role) this.deps.revoke(projectId, userId);
    else if (sawAll ? !seesAll : seesAll && isLatest) {
      // They see less or more of it than before.
      board.role = role;
      this.deps.observer.reset('gap');
      socket.emit('board:reset', { projectId, reason: 'gap' });
    }
  }
}
