import type { Records, SeparateCommands } from './means';

/** Both values are 10, and 30 is no one's. @returns whether the anomaly happened */
type Play = (one: SeparateCommands, two: SeparateCommands, three: SeparateCommands) => Promise<boolean>;

/**
 * Two programs, each of several commands, with the commands of the other one in between: what isolation would have to forbid.
 * The names are those of Adya's thesis and of Bailis and others (VLDB 2014), whom the Hermitage project follows.
 */
export const separatePlays: Readonly<Record<string, Play>> = {
  /** Dirty writes: of both, each keeps one value. */
  async G0(one, two) {
    await one.set('a', 11);
    await two.set('a', 12);
    await two.set('b', 22);
    await one.set('b', 21);
    return (await one.get('a')) === 12 && (await one.get('b')) === 21;
  },
  /** A value is read that its writer takes back. */
  async G1a(one, two) {
    await one.set('a', 101);
    const seen = await two.get('a');
    await one.set('a', 10);
    return seen === 101;
  },
  /** A value is read that was not its writer's last one. */
  async G1b(one, two) {
    await one.set('a', 101);
    const seen = await two.get('a');
    await one.set('a', 11);
    return seen === 101;
  },
  /** Each sees what the other one did before it was done. */
  async G1c(one, two) {
    await one.set('a', 11);
    await two.set('b', 22);
    const [b, a] = [await one.get('b'), await two.get('a')];
    return b === 22 && a === 11;
  },
  /** What a reader has seen of someone is gone when it looks at the rest. */
  async OTV(one, two, three) {
    await one.set('a', 11);
    await one.set('b', 19);
    await two.set('a', 12);
    const a = await three.get('a');
    const b = await three.get('b');
    await two.set('b', 18);
    return a === 12 && b === 19;
  },
  /** A second question finds what the first one should have found, too. */
  async PMP(one, two) {
    const before = await one.get('a');
    await two.set('b', 30);
    return before !== 30 && (await one.get('b')) === 30;
  },
  /** The second write knows nothing of the first, and undoes it. */
  async P4(one, two) {
    const [first, second] = [await one.get('a'), await two.get('a')];
    await one.set('a', first + 1);
    await two.set('a', second + 1);
    return (await one.get('a')) === 11;
  },
  /** One value from before a change, the other from after it. */
  async 'G-single'(one, two) {
    const a = await one.get('a');
    await two.set('a', 12);
    await two.set('b', 18);
    return a === 10 && (await one.get('b')) === 18;
  },
  /** Each write is right for what was read; together they break the rule that not both may be 0. */
  async 'G2-item'(one, two) {
    const [b, a] = [await one.get('b'), await two.get('a')];
    if (b > 0) await one.set('a', 0);
    if (a > 0) await two.set('b', 0);
    return (await one.get('a')) === 0 && (await one.get('b')) === 0;
  },
};

/** G2, the same with a question in place of values: both find no 30, and both add one. */
export async function separateG2(values: Records['values'], others: Records['values']): Promise<boolean> {
  const asked = [values, others].map((each) => each.countDocuments({ value: 30 }));
  const [first, second] = await Promise.all(asked);
  if (first === 0) await values.insertOne({ _id: 'c', value: 30 });
  if (second === 0) await others.insertOne({ _id: 'd', value: 30 });
  return (await values.countDocuments({ value: 30 })) === 2;
}
