/** One number over several runs. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** The measured values; absent ones were not measured. Times in milliseconds. */
export interface Values {
  p50?: Spread;
  p95?: Spread;
  p99?: Spread;
  perSecond?: Spread;
  megabytes?: Spread;
  bytes?: Spread;
}

/** One line of the result. */
export interface Row {
  part: string;
  /** The name of the measurement, unique within its part. */
  name: string;
  runs: number;
  values: Values;
  /** The same of something plain, measured in the same run. */
  baseline?: { name: string; values: Values };
}

/** The value that a part of all values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function spread(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) };
}

/** One run: how long each single call took, and all of them together, in milliseconds. */
export interface Run {
  times: number[];
  totalMs: number;
}

/** Calls `work` until `count` calls are done, by `clients` at once. */
export async function run(
  clients: number,
  count: number,
  work: (client: number, turn: number) => Promise<unknown>,
): Promise<Run> {
  const times: number[] = [];
  let turn = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (turn < count) {
        const begun = performance.now();
        await work(client, turn++);
        times.push(performance.now() - begun);
      }
    }),
  );
  return { times, totalMs: performance.now() - start };
}

/** Median, minimum and maximum over runs of each quantile and of the rate. */
export function valuesOf(runs: readonly Run[]): Values {
  const at = (part: number) => spread(runs.map(({ times }) => quantile(times, part)));
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    perSecond: spread(runs.map(({ times, totalMs }) => (times.length * 1000) / totalMs)),
  };
}

/** Runs of two things in turn, so that whatever else the machine does meets both. */
export async function alternate(
  rounds: number,
  ours: () => Promise<Run>,
  theirs: () => Promise<Run>,
): Promise<{ ours: Run[]; theirs: Run[] }> {
  const result = { ours: [] as Run[], theirs: [] as Run[] };
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = [await ours(), await theirs()];
    if (round === 0) continue;
    result.ours.push(a);
    result.theirs.push(b);
  }
  return result;
}
