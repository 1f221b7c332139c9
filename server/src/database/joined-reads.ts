import type { Collection, Connection, mongo } from 'mongoose';

/** Options of a read, as the driver's `find` takes them. */
type Options = Pick<mongo.FindOptions, 'projection' | 'sort' | 'limit'>;

interface Asked {
  collection: string;
  filter: object;
  options: Options;
  resolve(found: mongo.Document[]): void;
  reject(error: unknown): void;
}

/** Most queries in one command. */
const MAX_JOINED = 16;
/** All documents come with the first answer, as far as a message can hold them. */
const EVERYTHING = 100_000;
/** The field with the number of the query that a document answers. */
const MARK = '_question';

/**
 * Sends the queries of one turn of the event loop to MongoDB as one command: a command costs both sides more than the
 * lookup itself. No query runs before it is requested, so an answer is never older than its request.
 */
class JoinedReads {
  private waiting: Asked[] = [];

  constructor(private readonly connection: Connection) {}

  find(collection: string, filter: object, options: Options): Promise<mongo.Document[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ collection, filter, options, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.ask());
    });
  }

  private ask(): void {
    const asked = this.waiting;
    this.waiting = [];
    for (let from = 0; from < asked.length; from += MAX_JOINED) {
      const together = asked.slice(from, from + MAX_JOINED);
      this.answers(together).then(
        (found) => {
          for (const [index, { resolve }] of together.entries()) resolve(found[index] ?? []);
        },
        (error: unknown) => {
          for (const { reject } of together) reject(error);
        },
      );
    }
  }

  private async answers(asked: readonly Asked[]): Promise<mongo.Document[][]> {
    const [first, ...others] = asked;
    if (!first) return [];
    const collection = this.connection.collection(first.collection);
    if (others.length === 0) return [await collection.find(first.filter, first.options).toArray()];
    const unions = others.map((each, index) => ({
      $unionWith: { coll: each.collection, pipeline: stagesOf(each, index + 1) },
    }));
    const found = await collection
      .aggregate([...stagesOf(first, 0), ...unions], { batchSize: EVERYTHING })
      .toArray();
    const answers = asked.map((): mongo.Document[] => []);
    for (const { [MARK]: index, ...document } of found) answers[index as number]?.push(document);
    return answers;
  }
}

function stagesOf({ filter, options: { projection, sort, limit } }: Asked, index: number): object[] {
  return [
    { $match: filter },
    ...(sort ? [{ $sort: sort }] : []),
    ...(limit ? [{ $limit: limit }] : []),
    ...(projection ? [{ $project: projection }] : []),
    { $set: { [MARK]: index } },
  ];
}

const joined = new WeakMap<Connection, JoinedReads>();

/**
 * Joins the queries of `findAll` on this connection from now on, if the database supports it: MongoDB does since 4.4,
 * other databases with its protocol may not, such as the embedded one behind an address (`npm run database`).
 */
export async function joinReads(connection: Connection): Promise<void> {
  const coll = 'boardheads';
  const question = [{ $match: { _id: '' } }, { $unionWith: { coll, pipeline: [] } }, { $limit: 1 }];
  const canJoin = await connection
    .collection(coll)
    .aggregate(question)
    .toArray()
    .then(
      () => true,
      () => false,
    );
  if (canJoin) joined.set(connection, new JoinedReads(connection));
}

/** All matching documents: like `find`, but together with other queries where the connection joins them. */
export function findAll(
  collection: Pick<Collection, 'name' | 'find' | 'conn'>,
  filter: object,
  options: Options,
): Promise<mongo.Document[]> {
  return (
    joined.get(collection.conn)?.find(collection.name, filter, options) ??
    collection.find(filter, options).toArray()
  );
}
