import { setTimeout as delay } from 'node:timers/promises';
import type { WorkspaceRole } from '@livelane/shared/permissions/roles';
import { trusted } from 'mongoose';
import type { ChangesOf } from '../../database/connect';
import { liveCache } from '../../database/live.cache';
import type { VersionCache } from '../../database/version.cache';
import { AppError } from '../../http/errors';
import type { WorkspaceRoles } from '../../realtime/realtime.types';
import { byName } from '../members/by-name';
import type { WorkspaceModel } from './workspace.model';
import type { PendingMember, WorkspaceDocument, WorkspaceMembership } from './workspace.types';

/** Attempts at one guarded change before the answer is `busy`, as for ops (R3). */
const MAX_TRIES = 8;
const RETRY_JITTER_MS = 20;

export interface WorkspaceOfUser {
  id: string;
  name: string;
  description: string;
  createdAt: Date;
  updatedAt: Date;
  role: WorkspaceRole;
}

/** Called with a workspace's roles whenever this process has read them, before they decide about anyone. */
type RolesListener = (roles: WorkspaceRoles) => void;

/** A change that is being carried into the projects of its workspace. */
type UnfinishedChange = Pick<PendingMember, 'userId' | 'actorId' | 'progress'>;

/** Result of a guarded change: the whole new list of members, and the change to be carried into projects. */
export interface MembersChange {
  members: WorkspaceMembership[];
  pending: PendingMember | null;
}

const HEAD_FIELDS = { name: 1, description: 1, createdAt: 1, updatedAt: 1 } as const;

/** Reads and writes of the workspaces collection; no rights are checked here. */
export class WorkspaceStore {
  private readonly roles: VersionCache<WorkspaceRoles>;
  private readonly rolesListeners: RolesListener[] = [];

  constructor(
    private readonly model: WorkspaceModel,
    changesOf: ChangesOf,
  ) {
    this.roles = liveCache<WorkspaceRoles>(model.collection, changesOf, {
      load: async (id, isLasting) => {
        const found = await this.find(id, isLasting ? 'majority' : 'local');
        if (!found) return null;
        return { id, rev: found.rev, byUser: new Map(found.members.map((m) => [m.userId, m.roleId])) };
      },
      weigh: ({ byUser }) => byUser.size + 1,
      onLoaded: (roles) => {
        for (const listener of this.rolesListeners) listener(roles);
      },
    });
  }

  get collectionName(): string {
    return this.model.collection.name;
  }

  async insert(workspace: WorkspaceDocument): Promise<void> {
    await this.model.insertOne(workspace);
  }

  /** A workspace that is not deleted, with all of its members. */
  async find(
    workspaceId: string,
    readConcern: 'local' | 'majority' = 'local',
  ): Promise<WorkspaceDocument | null> {
    return this.model.findOne({ _id: workspaceId, deletedAt: null }).readConcern(readConcern).lean();
  }

  /** The workspace as one of its members holds it; null for strangers. */
  async ofMember(workspaceId: string, userId: string): Promise<WorkspaceOfUser | null> {
    const found = await this.model
      .findOne({ _id: workspaceId, deletedAt: null }, { ...HEAD_FIELDS, members: { $elemMatch: { userId } } })
      .lean();
    return found && toWorkspaceOfUser(found);
  }

  /** The role of a user in a workspace now; null for strangers and unknown workspaces. */
  async roleOf(workspaceId: string, userId: string): Promise<WorkspaceRole | null> {
    return (await this.roles.current(workspaceId))?.byUser.get(userId) ?? null;
  }

  onRolesRead(listener: RolesListener): void {
    this.rolesListeners.push(listener);
  }

  /** Reads the roles of these workspaces again if they have changed, and notifies the listeners. */
  async readRoles(workspaceIds: Iterable<string>): Promise<void> {
    await Promise.all([...workspaceIds].map((id) => this.roles.current(id)));
  }

  /** The role as last read, which may be long ago: a hint. */
  lastRoleOf(workspaceId: string, userId: string): WorkspaceRole | null {
    return this.roles.last(workspaceId)?.byUser.get(userId) ?? null;
  }

  /** All workspaces of a user, by name. */
  async allOfUser(userId: string): Promise<WorkspaceOfUser[]> {
    const found = await this.model
      .find(
        { 'members.userId': userId, deletedAt: null },
        { ...HEAD_FIELDS, members: { $elemMatch: { userId } } },
      )
      .lean();
    return found.flatMap((workspace) => toWorkspaceOfUser(workspace) ?? []).sort(byName);
  }

  /** Workspaces in which a group of the provider gave this user a role. */
  async givenByGroup(userId: string): Promise<string[]> {
    const given = trusted({ $elemMatch: { userId, groupRole: trusted({ $ne: null }) } });
    const found = await this.model.find({ members: given, deletedAt: null }, { _id: 1 }).lean();
    return found.map(({ _id }) => _id);
  }

  /** Workspaces that only this user owns, by name. */
  async ownedAloneBy(userId: string): Promise<Array<{ id: string; name: string }>> {
    const found = await this.model
      .find({ 'members.userId': userId, deletedAt: null }, { name: 1, members: 1 })
      .lean();
    return found
      .filter(({ members }) => {
        const owners = members.filter(({ roleId }) => roleId === 'owner');
        return owners.length === 1 && owners[0]?.userId === userId;
      })
      .map(({ _id: id, name }) => ({ id, name }))
      .sort(byName);
  }

  /** The workspaces after this id, in the order of ids. */
  async after(
    workspaceId: string,
    limit: number,
  ): Promise<Array<Pick<WorkspaceDocument, '_id' | 'name' | 'members'>>> {
    return this.model
      .find({ _id: trusted({ $gt: workspaceId }), deletedAt: null }, { name: 1, members: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Array<Pick<WorkspaceDocument, '_id' | 'name' | 'members'>>>();
  }

  async rename(workspaceId: string, fields: { name: string; description: string }): Promise<void> {
    await this.model.updateOne(
      { _id: workspaceId, deletedAt: null },
      { $set: { ...fields, updatedAt: new Date() } },
    );
  }

  /**
   * Changes the members in one write that only succeeds on the members that `decide` saw. Two owners
   * who leave at once, or one user who is added twice: the second one decides again and is refused.
   *
   * @param decide the change, or null when there is none; it throws to refuse.
   * @throws AppError `not_found` when the workspace is gone, `busy` after 8 lost races
   */
  async changeMembers(
    workspaceId: string,
    decide: (workspace: WorkspaceDocument) => MembersChange | null,
  ): Promise<WorkspaceDocument> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const workspace = await this.find(workspaceId);
      if (!workspace) throw new AppError('not_found');
      const change = decide(workspace);
      if (!change) return workspace;
      // Bypasses Mongoose: a list may have thousands of members.
      const changed = await this.model.collection.findOneAndUpdate(
        { _id: workspaceId as never, rev: workspace.rev, deletedAt: null },
        {
          $set: { members: change.members },
          $inc: { rev: 1 },
          ...(change.pending && { $push: { pending: change.pending as never } }),
        },
        { returnDocument: 'after' },
      );
      if (changed) return changed as unknown as WorkspaceDocument;
      await delay(Math.random() * RETRY_JITTER_MS * (tries + 1));
    }
    throw new AppError('busy');
  }

  /** Removes a pending change from the list once every project has it. */
  async settle(workspaceId: string, pendingId: string): Promise<void> {
    await this.model.updateOne({ _id: workspaceId }, { $pull: { pending: { id: pendingId } } });
  }

  /** Stores the progress of a pending change. */
  async noteProgress(
    workspaceId: string,
    pendingId: string,
    progress: NonNullable<PendingMember['progress']>,
  ): Promise<void> {
    await this.model.updateOne(
      { _id: workspaceId, 'pending.id': pendingId },
      { $set: { 'pending.$.progress': progress } },
    );
  }

  /** The changes that are still to be carried into the projects of a workspace. */
  async unfinished(workspaceId: string): Promise<UnfinishedChange[]> {
    const found = await this.model.findOne({ _id: workspaceId, deletedAt: null }, { pending: 1 }).lean();
    return found?.pending ?? [];
  }

  /** Workspaces whose pending changes are older than `before`: left over by a process that died. */
  async withPendingSince(before: Date): Promise<Array<Pick<WorkspaceDocument, '_id' | 'pending'>>> {
    return this.model
      .find({ 'pending.at': trusted({ $lt: before }) }, { pending: 1 })
      .lean<Array<Pick<WorkspaceDocument, '_id' | 'pending'>>>();
  }

  /** From here on nobody sees the workspace or anything in it. Null when it was deleted already. */
  async markDeleted(workspaceId: string, actorId: string): Promise<WorkspaceDocument | null> {
    return this.model
      .findOneAndUpdate(
        { _id: workspaceId, deletedAt: null },
        { $set: { deletedAt: new Date(), deletedBy: actorId }, $inc: { rev: 1 } },
        { returnDocument: 'after' },
      )
      .lean();
  }

  async deletedBefore(before: Date): Promise<WorkspaceDocument[]> {
    return this.model.find({ deletedAt: trusted({ $lt: before }) }).lean();
  }

  async remove(workspaceId: string): Promise<void> {
    await this.model.deleteOne({ _id: workspaceId, deletedAt: trusted({ $ne: null }) });
  }
}

function toWorkspaceOfUser(
  workspace: Pick<WorkspaceDocument, '_id' | keyof typeof HEAD_FIELDS> & { members?: WorkspaceMembership[] },
): WorkspaceOfUser | null {
  const role = workspace.members?.[0]?.roleId;
  if (!role) return null;
  const { _id: id, name, description, createdAt, updatedAt } = workspace;
  return { id, name, description, createdAt, updatedAt, role };
}
