/** Parts of the slider whose changes are counted. */
const PARTS = 48;
/** Most parts that are marked. */
const MAX_MARKS = 8;

/** A version and its time, in milliseconds since 1970. */
export interface VersionTime {
  v: number;
  time: number;
}

/**
 * Busy times to be marked between two times: of the parts with the most changes, those with more than their share.
 * @param points in order of their versions; changes between two are assumed to be evenly spread
 */
export function busyTimes(points: readonly VersionTime[], from: number, to: number): number[] {
  const length = (to - from) / PARTS;
  if (length <= 0) return [];
  const parts = Array.from({ length: PARTS }, () => ({ count: 0, weighted: 0 }));
  const add = (count: number, time: number) => {
    const part = parts[Math.min(PARTS - 1, Math.max(0, Math.floor((time - from) / length)))];
    if (!part) return;
    part.count += count;
    part.weighted += count * time;
  };
  let before: VersionTime | undefined;
  for (const point of points) {
    // Nodes' clocks differ: a later version may have an earlier time.
    const start = Math.min(before?.time ?? point.time, point.time);
    const count = point.v - (before?.v ?? point.v - 1);
    const slices = count > 1 ? Math.max(1, Math.ceil((point.time - start) / length)) : 1;
    for (let n = 1; n <= slices; n++) add(count / slices, start + ((point.time - start) * n) / slices);
    before = point;
  }
  const share = parts.reduce((sum, { count }) => sum + count, 0) / PARTS;
  return parts
    .filter(({ count }) => count > share)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_MARKS)
    .map(({ count, weighted }) => weighted / count)
    .sort((a, b) => a - b);
}
