import type { Oplog } from '../../oplog/oplog';

/** The highest version that is not later than a time, between two; `low` when all ops after it are later. */
export async function versionAt(
  oplog: Pick<Oplog, 'timeOf'>,
  projectId: string,
  time: string,
  { low, high }: { low: number; high: number },
): Promise<number> {
  const isLater = async (v: number) => ((await oplog.timeOf(projectId, v)) ?? '') > time;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await isLater(middle)) high = middle - 1;
    else low = middle;
  }
  return low;
}
