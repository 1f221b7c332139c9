/** A method of texts, and which of its calls count. */
interface Counted {
  method: 'normalize' | 'indexOf';
  counts: (text: string, argument: unknown) => boolean;
  /** Is called before the first one. */
  onFirst?: (() => void) | undefined;
}

/**
 * How many such calls `work` makes in each turn of the event loop that has some, if whoever looks at the time finds
 * that a slice of it is over (R32).
 */
export async function countByTurn(
  { method, counts, onFirst = () => {} }: Counted,
  work: () => Promise<unknown>,
): Promise<number[]> {
  let turn = 0;
  let timer = setImmediate(function next() {
    turn++;
    timer = setImmediate(next);
  });
  const byTurn = new Map<number, number>();
  const original = String.prototype[method] as (this: string, ...given: unknown[]) => unknown;
  const calls = jest.spyOn(String.prototype, method).mockImplementation(function (
    this: string,
    ...given: unknown[]
  ) {
    if (counts(this, given[0])) {
      if (byTurn.size === 0) onFirst();
      byTurn.set(turn, (byTurn.get(turn) ?? 0) + 1);
    }
    return original.apply(this, given) as never;
  });
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => {
    passed += 5;
    return now() + passed;
  });
  try {
    await work();
  } finally {
    clearImmediate(timer);
    for (const spy of [calls, clock]) spy.mockRestore();
  }
  return [...byTurn.values()];
}
