import type { ActivityItem } from '@livelane/shared/history/history.schema';

/** The changes of others on a board since its user's last visit. */
export interface Since {
  /** The changes are those after this version. */
  afterV: number;
  count: number;
  /** There are more changes than were read. */
  hasMore: boolean;
  /** Time of the first of them. */
  from: string;
  /** Their authors, the most active first. */
  actorIds: string[];
  taskIds: ReadonlySet<string>;
}

/** @param items newest first @returns null when others have changed nothing */
export function sinceOf(
  items: readonly ActivityItem[],
  { afterV, userId, hasMore }: { afterV: number; userId: string; hasMore: boolean },
): Since | null {
  const others = items.filter(({ actorId }) => actorId !== userId);
  const first = others.at(-1);
  if (!first) return null;
  const counts = new Map<string, number>();
  for (const { actorId } of others) counts.set(actorId, (counts.get(actorId) ?? 0) + 1);
  const actorIds = [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const taskIds = new Set(others.flatMap(({ taskId, unassigned = [] }) => (taskId ? [taskId] : unassigned)));
  return { afterV, count: others.length, hasMore, from: first.at, actorIds, taskIds };
}

const keyOf = (projectId: string) => `livelane-since:${projectId}`;

/** The version at which this visit began, or begins now: a reload is not a new visit. */
export function visitedFrom(projectId: string, seenV: number): number {
  try {
    const kept = sessionStorage.getItem(keyOf(projectId));
    return kept === null ? seenV : Math.min(Number(kept), seenV);
  } catch {
    // Storage is off: a reload is a new visit.
    return seenV;
  }
}

export function visitBegun(projectId: string, afterV: number): void {
  try {
    if (sessionStorage.getItem(keyOf(projectId)) === null)
      sessionStorage.setItem(keyOf(projectId), String(afterV));
  } catch {
    // Storage is off: nothing is kept.
  }
}

export function visitEnded(projectId: string): void {
  try {
    sessionStorage.removeItem(keyOf(projectId));
  } catch {
    // Storage is off: nothing was kept.
  }
}
