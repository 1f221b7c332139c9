import os from 'node:os';
import { BSON, type Document, Int32, MongoClient, MongoServerError } from 'mongodb';
import { decodeDocument } from '../src/values/codec';
import { encodeKey } from '../src/values/key';
import type { Doc, Value } from '../src/values/value';
import { type RandomCommand, randomCommand, randomIndexes, UNORDERED } from './side-by-side/random-commands';
import { DataRandom } from './side-by-side/random-documents';
import { startTestDatabase, type TestDatabase } from './support/database';
import { textOf } from './support/plain';
import { Random } from './support/random';

/*
 * Random documents and commands for the embedded database and a real MongoDB, at MONGODB_URI: the answers, the codes of
 * failures and the documents afterwards are the same. SEED chooses others, CASES makes a longer run.
 */

const uri = process.env.MONGODB_URI;
const CASES = Number(process.env.CASES ?? 2_000);
const SEED = Number(process.env.SEED ?? 5);
/** Commands on one set of documents, until a difference or an empty collection ends it. */
const COMMANDS = 12;
const DOCUMENTS = 5;
/** Values that MongoDB 6.0 gives another type between a group and the next stage (README). */
const CHANGING = /M(in|ax)Key|Symbol\(|Code\(/;
const DATABASE = `side_by_side_${process.pid}`;

const EVERYTHING: Doc = new Map<string, Value>([
  ['q', new Map()],
  ['limit', new Int32(0)],
]);

/** What one database answered, as text. */
type Answer = string;

class Side {
  private hasIndexes = true;

  constructor(private readonly client: MongoClient) {}

  private get db() {
    return this.client.db(DATABASE);
  }

  /** The answer's fields, or the code of the failure; of writes that failed the places and codes, and how many did not. */
  async run(command: Doc): Promise<Document | string> {
    try {
      const reply = await this.db.command(Object.fromEntries(command), {
        promoteValues: false,
        bsonRegExp: true,
      });
      if (!reply.writeErrors) return reply;
      const failed = reply.writeErrors.map(({ index, code }: Document) => `${index}: ${code}`);
      return `failed ${failed.join()} done ${reply.n}`;
    } catch (error) {
      if (error instanceof MongoServerError) return `code ${error.code}`;
      throw error;
    }
  }

  async fill(docs: readonly Doc[], indexes: readonly Doc[]): Promise<Answer> {
    if (this.hasIndexes) await this.run(new Map<string, Value>([['drop', 'items']]));
    else
      await this.run(
        new Map<string, Value>([
          ['delete', 'items'],
          ['deletes', [EVERYTHING]],
        ]),
      );
    this.hasIndexes = indexes.length > 0;
    const failures = [];
    for (const index of indexes) {
      failures.push(
        failureOf(
          await this.run(
            new Map<string, Value>([
              ['createIndexes', 'items'],
              ['indexes', [index]],
            ]),
          ),
        ),
      );
    }
    const inserted = await this.run(
      new Map<string, Value>([
        ['insert', 'items'],
        ['documents', [...docs]],
        ['ordered', false],
      ]),
    );
    return [...failures, failureOf(inserted)].join();
  }

  /** All documents, byte for byte. */
  async documents(): Promise<Answer> {
    const found = await this.db
      .collection('items')
      .find({}, { raw: true, sort: { _id: 1 } })
      .toArray();
    return found.map((bytes) => textOf(decodeDocument(bytes as unknown as Uint8Array))).join('\n');
  }

  async answer({ command, compare }: RandomCommand): Promise<Answer> {
    const reply = await this.run(command);
    if (typeof reply === 'string') return reply;
    if (compare === 'reply') return textOf(bare(reply));
    if (compare === 'values') return sortedKeys(bare(reply).get('values') as Value[]);
    const texts = reply.cursor.firstBatch.map((found: Document) => textOf(ordered(bare(found))));
    return (compare === 'set' ? texts.sort() : texts).join('\n');
  }
}

const failureOf = (reply: Document | string): string => (typeof reply === 'string' ? reply : '');

const REPLICATION = new Set(['$clusterTime', 'operationTime', 'electionId', 'opTime']);

/** An answer without what only a replica set says. */
function bare(reply: Document): Doc {
  const kept = Object.entries(reply).filter(([name]) => !REPLICATION.has(name));
  return decodeDocument(BSON.serialize(Object.fromEntries(kept)));
}

/** The set of a group has no order; put into one. */
function ordered(found: Doc): Doc {
  const set = found.get(UNORDERED);
  return Array.isArray(set) ? new Map(found).set(UNORDERED, set.map((each) => textOf(each)).sort()) : found;
}

/** Equal values of different types count as one, and null as none: an index tells it from missing no more. */
const sortedKeys = (values: Value[]): string =>
  values
    .filter((value) => value !== null)
    .map((value) => encodeKey([value]).toString('hex'))
    .sort()
    .join();

const itOnMongo = uri ? it : it.skip;

describe('beside a real MongoDB', () => {
  let embedded: TestDatabase;
  let real: MongoClient;

  beforeAll(async () => {
    if (!uri) return;
    embedded = await startTestDatabase();
    real = await MongoClient.connect(uri, { runtimeAdapters: { os } });
  });

  afterAll(async () => {
    if (!uri) return;
    await real.db(DATABASE).dropDatabase();
    await real.close();
    await embedded.close();
  });

  itOnMongo(
    `${CASES} random commands are answered alike (SEED=${SEED})`,
    async () => {
      const sides = [new Side(embedded.client), new Side(real)] as const;
      const differences: string[] = [];
      let cases = 0;
      for (let world = 0; cases < CASES; world += 1) {
        const random = new DataRandom(new Random(SEED * 1_000_003 + world));
        /** What both answered; null where that differs. */
        const both = async (ask: (side: Side) => Promise<Answer>, what: string): Promise<Answer | null> => {
          const [ours, theirs] = await Promise.all([ask(sides[0]), ask(sides[1])]);
          if (ours === theirs) return ours;
          differences.push(`world ${world}: ${what}\nembedded: ${ours}\nMongoDB:  ${theirs}`);
          return null;
        };
        const docs = Array.from(
          { length: 1 + random.below(DOCUMENTS) },
          (_, n): Doc => new Map<string, Value>([['_id', random.number(n)], ...random.document()]),
        );
        const indexes = randomIndexes(random);
        const shownWorld = `indexes ${textOf(indexes)}\ndocuments ${textOf(docs)}`;
        cases += docs.length;
        if ((await both((side) => side.fill(docs, indexes), shownWorld)) === null) continue;
        let before = await sides[1].documents();
        for (let n = 0; n < COMMANDS && before !== ''; n += 1, cases += 1) {
          const asked = randomCommand(random, docs.length, indexes.length > 0, CHANGING.test(before));
          const shown = `${textOf(asked.command)}\nindexes ${textOf(indexes)}\non ${before}`;
          if ((await both((side) => side.answer(asked), shown)) === null) break;
          if (!asked.writes) continue;
          const after = await both((side) => side.documents(), `after ${shown}`);
          if (after === null) break;
          before = after;
        }
      }
      expect(differences.slice(0, 20).join('\n\n')).toBe('');
    },
    3_600_000,
  );
});
