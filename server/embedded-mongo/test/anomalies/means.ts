import { type Collection, MongoServerError } from 'mongodb';

/** Two values that belong together, and a rule about them: what two people at once can spoil. */
export interface Pair {
  a: number;
  b: number;
}

/** How a program keeps two values together and changes them; each method is one command or says otherwise. */
export interface Means {
  /** What one finds who reads both, and what a change that follows from it refers to. */
  read(): Promise<{ pair: Pair; seen: number }>;
  /** @returns false if someone else was faster: nothing is changed then */
  write(changed: Partial<Pair>, seen: number): Promise<boolean>;
}

interface ValueDocument {
  _id: string;
  value: number;
}
interface PairDocument extends Pair {
  _id: string;
  rev: number;
}
interface OpDocument {
  _id: number;
  changed: Partial<Pair>;
}

/** Of no document: what is written in the same command hits both or none of its fields. */
export interface Records {
  values: Collection<ValueDocument>;
  pairs: Collection<PairDocument>;
  log: Collection<OpDocument>;
}

const DUPLICATE_KEY = 11_000;

/** A document for each value: every value is read and written by a command of its own. */
export class SeparateCommands {
  constructor(private readonly values: Records['values']) {}

  async get(name: keyof Pair): Promise<number> {
    return (await this.values.findOne({ _id: name }))?.value ?? Number.NaN;
  }

  async set(name: keyof Pair, value: number): Promise<void> {
    await this.values.updateOne({ _id: name }, { $set: { value } });
  }

  static async fill(values: Records['values'], { a, b }: Pair): Promise<void> {
    await values.insertMany([
      { _id: 'a', value: a },
      { _id: 'b', value: b },
    ]);
  }
}

/** Both values in one document, which is changed only as it was seen: the filter names its `rev`. */
export class OneDocument implements Means {
  constructor(private readonly pairs: Records['pairs']) {}

  async read(): Promise<{ pair: Pair; seen: number }> {
    const found = await this.pairs.findOne({ _id: 'pair' });
    if (!found) throw new Error('the pair is gone');
    const { a, b, rev } = found;
    return { pair: { a, b }, seen: rev };
  }

  async write(changed: Partial<Pair>, seen: number): Promise<boolean> {
    const update = { $set: changed, $inc: { rev: 1 } };
    return (await this.pairs.findOneAndUpdate({ _id: 'pair', rev: seen }, update)) !== null;
  }

  static async fill(pairs: Records['pairs'], { a, b }: Pair): Promise<void> {
    await pairs.insertOne({ _id: 'pair', a, b, rev: 1 });
  }
}

/** Changes in a numbered log: an insert at the next number is the commit point, and the unique index the arbiter. */
export class NumberedLog implements Means {
  constructor(private readonly log: Records['log']) {}

  async read(): Promise<{ pair: Pair; seen: number }> {
    const ops = await this.log.find().sort({ _id: 1 }).toArray();
    const pair = { a: Number.NaN, b: Number.NaN };
    for (const { changed } of ops) Object.assign(pair, changed);
    return { pair, seen: ops.at(-1)?._id ?? 0 };
  }

  async write(changed: Partial<Pair>, seen: number): Promise<boolean> {
    try {
      await this.log.insertOne({ _id: seen + 1, changed });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  static async fill(log: Records['log'], { a, b }: Pair): Promise<void> {
    await log.insertOne({ _id: 1, changed: { a, b } });
  }
}
