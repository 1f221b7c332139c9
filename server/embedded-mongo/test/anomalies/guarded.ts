import type { Means } from './means';

/** Both values are 10. @returns whether the anomaly happened */
type Play = (one: Means, two: Means, three: Means) => Promise<boolean>;

/**
 * The same by means that keep both values together and write only on what they have seen. A writer that was not the first reads
 * again and decides again; a play stops where that would begin.
 */
export const guardedPlays: Readonly<Record<string, Play>> = {
  async G0(one, two) {
    const [first, second] = [await one.read(), await two.read()];
    await one.write({ a: 11, b: 21 }, first.seen);
    await two.write({ a: 12, b: 22 }, second.seen);
    const { a, b } = (await one.read()).pair;
    return b !== a + 10;
  },
  async G1a(one, two) {
    const { seen } = await one.read();
    await two.write({ a: 12 }, seen);
    // Refused, and with that taken back.
    const isWritten = await one.write({ a: 101 }, seen);
    return isWritten || (await two.read()).pair.a === 101;
  },
  async G1b(one, two) {
    const { seen } = await one.read();
    const [reading] = await Promise.all([two.read(), one.write({ a: 11, b: 21 }, seen)]);
    const { a, b } = reading.pair;
    return (a === 11) !== (b === 21);
  },
  async G1c(one, two) {
    const [first, second] = [await one.read(), await two.read()];
    const isFirst = await one.write({ a: 11 }, first.seen);
    const isSecond = await two.write({ b: 22 }, second.seen);
    return isFirst && isSecond;
  },
  async OTV(one, two, three) {
    await one.write({ a: 11, b: 19 }, (await one.read()).seen);
    const early = await three.read();
    await two.write({ a: 12, b: 18 }, (await two.read()).seen);
    const late = await three.read();
    return early.pair.a + early.pair.b !== 30 || late.pair.b !== 18 || late.seen <= early.seen;
  },
  async PMP(one, two) {
    const before = await one.read();
    await two.write({ b: 30 }, (await two.read()).seen);
    return before.pair.a !== 30 && before.pair.b !== 30 && (await one.write({ a: 30 }, before.seen));
  },
  async P4(one, two) {
    const [first, second] = [await one.read(), await two.read()];
    await one.write({ a: first.pair.a + 1 }, first.seen);
    return two.write({ a: second.pair.a + 1 }, second.seen);
  },
  async 'G-single'(one, two) {
    const { seen } = await two.read();
    const [reading] = await Promise.all([one.read(), two.write({ a: 12, b: 18 }, seen)]);
    const { a, b } = reading.pair;
    return (a === 10) !== (b === 10);
  },
  async 'G2-item'(one, two) {
    const [first, second] = [await one.read(), await two.read()];
    if (first.pair.b > 0) await one.write({ a: 0 }, first.seen);
    if (second.pair.a > 0) await two.write({ b: 0 }, second.seen);
    const { a, b } = (await one.read()).pair;
    return a === 0 && b === 0;
  },
  async G2(one, two) {
    const [first, second] = [await one.read(), await two.read()];
    const has30 = ({ pair }: typeof first) => pair.a === 30 || pair.b === 30;
    if (!has30(first)) await one.write({ a: 30 }, first.seen);
    if (!has30(second)) await two.write({ b: 30 }, second.seen);
    const { a, b } = (await one.read()).pair;
    return a === 30 && b === 30;
  },
};
