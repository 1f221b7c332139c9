import type { Op } from './op.schema';

/** A task's labels once one of them is gone, or another one has taken its place. */
export function withoutLabel(labels: readonly string[], labelId: string, into: string | null): string[] {
  const replacement = into !== null && !labels.includes(into) ? [into] : [];
  return labels.flatMap((id) => (id === labelId ? replacement : [id]));
}

/** The tasks from which an op takes its member; most ops have none. */
export function unassignedBy(op: Op): readonly string[] {
  return op.type === 'member.removed' || op.type === 'member.roleChanged' ? (op.patch.unassigned ?? []) : [];
}
