import type { Op } from './op.schema';

/** A task's labels after one of them was removed, or replaced by another one. */
export function withoutLabel(labels: readonly string[], labelId: string, into: string | null): string[] {
  const replacement = into !== null && !labels.includes(into) ? [into] : [];
  return labels.flatMap((id) => (id === labelId ? replacement : [id]));
}

/**
 * A card's labels after a removed one was restored.
 * @param before its labels when it lost that one
 * @param into the label that replaced it
 */
export function labelsAgain(
  labels: readonly string[],
  before: readonly string[],
  labelId: string,
  into: string | null,
): string[] {
  if (labels.includes(labelId)) return [...labels];
  if (into !== null && !before.includes(into) && labels.includes(into))
    return labels.map((id) => (id === into ? labelId : id));
  // In its old place relative to the others that are still there.
  const earlier = new Set(before.slice(0, before.indexOf(labelId)));
  const index = labels.findLastIndex((id) => earlier.has(id)) + 1;
  return labels.toSpliced(index, 0, labelId);
}

/** The tasks from which an op unassigns its member; none for most ops. */
export function unassignedBy(op: Op): readonly string[] {
  return op.type === 'member.removed' || op.type === 'member.roleChanged' ? (op.patch.unassigned ?? []) : [];
}
