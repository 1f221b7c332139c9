import type { Op } from './op.schema';

/** The tasks from which an op takes its member; most ops have none. */
export function unassignedBy(op: Op): readonly string[] {
  return op.type === 'member.removed' || op.type === 'member.roleChanged' ? (op.patch.unassigned ?? []) : [];
}
