import type { Op } from './op.schema';

/** A task's labels once one of them is gone, or another one has taken its place. */
export function withoutLabel(labels: readonly string[], labelId: string, into: string | null): string[] {
  const replacement = into !== null && !labels.includes(into) ? [into] : [];
  return labels.flatMap((id) => (id === labelId ? replacement : [id]));
}

/**
 * A card's labels once one that was removed from it is back.
 * @param before what it had when it lost that
 * @param into the label that took its place
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
  // Where it was, as far as the others still are.
  const earlier = new Set(before.slice(0, before.indexOf(labelId)));
  const index = labels.findLastIndex((id) => earlier.has(id)) + 1;
  return labels.toSpliced(index, 0, labelId);
}

/** The tasks from which an op takes its member; most ops have none. */
export function unassignedBy(op: Op): readonly string[] {
  return op.type === 'member.removed' || op.type === 'member.roleChanged' ? (op.patch.unassigned ?? []) : [];
}
