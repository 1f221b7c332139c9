import type { OpOf } from '@livelane/shared/boards/op.schema';
import type { MembershipEffect } from '../members/membership.op';
import type { ProjectStore } from './project.store';
import type { ProjectDocument, RosterEntry } from './project.types';

type MemberOp = OpOf<'member.added'> | OpOf<'member.roleChanged'>;

/** What ops do to their project's document. Each applies once, however often it is called (R3, R4). */
export class ProjectAppliers {
  constructor(private readonly projects: ProjectStore) {}

  /** `member.added` and `member.roleChanged`: the patch tells the effective role, the effect the one of his own. */
  async memberGiven(op: MemberOp, { membership }: MembershipEffect): Promise<void> {
    await this.projects.applyAt(op.projectId, op.v, (project) => ({
      members: withEntry(project, op, membership),
    }));
  }

  async memberRemoved(op: OpOf<'member.removed'>): Promise<void> {
    await this.projects.applyAt(op.projectId, op.v, (project) => ({
      members: project.members.filter((entry) => entry.userId !== op.patch.userId),
    }));
  }

  async projectPatched(op: OpOf<'project.patched'>): Promise<void> {
    const { name, description } = op.patch;
    await this.projects.applyAt(op.projectId, op.v, () => ({
      name,
      description,
      updatedAt: new Date(op.at),
    }));
  }

  async projectDeleted(op: OpOf<'project.deleted'>): Promise<void> {
    await this.projects.applyAt(op.projectId, op.v, () => ({ members: [], deletedAt: new Date(op.at) }));
  }
}

function withEntry(
  project: ProjectDocument,
  op: MemberOp,
  { roleId: ownRoleId }: MembershipEffect['membership'],
): RosterEntry[] {
  const { userId, roleId } = op.patch;
  const at = new Date(op.at);
  const known = project.members.find((entry) => entry.userId === userId);
  // A membership begins when he gets a role of his own, not when he began to inherit one.
  const createdAt = known?.ownRoleId ? known.createdAt : at;
  const entry: RosterEntry = { userId, ownRoleId, roleId, createdAt, updatedAt: at };
  return known
    ? project.members.map((member) => (member.userId === userId ? entry : member))
    : [...project.members, entry];
}
