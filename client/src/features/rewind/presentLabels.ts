import type { ActivityItem } from '@livelane/shared/history/history.schema';

interface PresentLabels {
  labels: string[];
  /** Some of them have been deleted. */
  isAnyDeleted: boolean;
}

/**
 * Past labels as they are now: merged ones are what they became, deleted ones are left out. One of which neither is
 * known stays as it is, and the server decides.
 * @param removals the activity since then that removed labels, newest first
 */
export function presentLabels(
  then: readonly string[],
  isLiving: (labelId: string) => boolean,
  removals: readonly ActivityItem[],
): PresentLabels {
  const became = new Map(
    removals.toReversed().flatMap(({ changes }) =>
      changes.map(({ from, to }): [unknown, unknown] => {
        const [[labelId], [into]] = [from, to] as [string[], string[]];
        return [labelId, into];
      }),
    ),
  );
  const presentOf = (id: string): string | undefined => {
    let now: unknown = id;
    // Labels may have been merged in a circle.
    for (let merges = 0; typeof now === 'string' && merges <= became.size; merges++) {
      if (isLiving(now)) return now;
      if (!became.has(now)) return id;
      now = became.get(now);
    }
    return undefined;
  };
  const present = then.map(presentOf);
  return {
    labels: [...new Set(present.filter((id) => id !== undefined))],
    isAnyDeleted: present.includes(undefined),
  };
}
