/** Parts of the slider whose changes are counted. */
const PARTS = 48;
/** Of these, so many at most are marked. */
const MAX_MARKS = 8;

/** Times at which much happened, to be marked between two times. @param times of changes, in milliseconds since 1970 */
export function busyTimes(times: readonly number[], from: number, to: number): number[] {
  if (to <= from) return [];
  const counts = new Map<number, { count: number; last: number }>();
  for (const time of times) {
    if (time < from || time > to) continue;
    const part = Math.min(PARTS - 1, Math.floor(((time - from) / (to - from)) * PARTS));
    const { count, last } = counts.get(part) ?? { count: 0, last: time };
    counts.set(part, { count: count + 1, last: Math.max(last, time) });
  }
  const busiest = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, MAX_MARKS);
  return busiest.map(({ last }) => last).sort((a, b) => a - b);
}
