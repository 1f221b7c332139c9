import { withColumn } from '@livelane/shared/boards/fold';
import type { Applier, StoredOpOf } from '../../oplog/op.types';
import type { ProjectStore } from './project.store';
import type { ProjectDocument, RosterEntry } from './project.types';

type MemberGiven = StoredOpOf<'member.added'> | StoredOpOf<'member.roleChanged'>;

type ProjectOpType =
  | 'member.added'
  | 'member.roleChanged'
  | 'member.removed'
  | 'project.patched'
  | 'column.changed'
  | 'project.deleted';

/**
 * Apply ops to their project's document; each takes effect once, however often it is called (R3, R4).
 * `member.removed` changes tasks too: that part is the task feature's.
 */
export function projectAppliers(projects: ProjectStore): { [Type in ProjectOpType]: Applier<Type> } {
  const memberGiven = (op: MemberGiven): Promise<void> =>
    projects.applyAt(op.projectId, op.v, (project) => ({ members: withEntry(project, op) }));

  return {
    'member.added': memberGiven,
    'member.roleChanged': memberGiven,
    'member.removed': (op) =>
      projects.applyAt(op.projectId, op.v, (project) => ({
        members: project.members.filter((entry) => entry.userId !== op.patch.userId),
      })),
    'project.patched': (op) =>
      projects.applyAt(op.projectId, op.v, () => ({
        name: op.patch.name,
        description: op.patch.description,
        updatedAt: new Date(op.at),
      })),
    'column.changed': (op) =>
      projects.applyAt(op.projectId, op.v, ({ columns = {} }) => ({ columns: withColumn(columns, op) })),
    'project.deleted': (op) =>
      projects.applyAt(op.projectId, op.v, () => ({ members: [], deletedAt: new Date(op.at) })),
  };
}

/** The patch contains the effective role, the effect the role of their own. */
function withEntry(project: ProjectDocument, op: MemberGiven): RosterEntry[] {
  const { userId, roleId } = op.patch;
  if (!op.effect) throw new Error('a member op without the role to store');
  const { roleId: ownRoleId } = op.effect.membership;
  const at = new Date(op.at);
  const known = project.members.find((entry) => entry.userId === userId);
  // A membership begins when they get a role of their own, not when they began to inherit one.
  const createdAt = known?.ownRoleId ? known.createdAt : at;
  const entry: RosterEntry = { userId, ownRoleId, roleId, createdAt, updatedAt: at };
  return known
    ? project.members.map((member) => (member.userId === userId ? entry : member))
    : [...project.members, entry];
}
