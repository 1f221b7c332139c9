import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import type { Connection } from 'mongoose';
import { connect } from '../src/database/connect';
import { COUNTED_BY } from '../src/database/counted-by';
import type { TestDatabase } from './database';

const FOLDER = path.join(__dirname, 'fixtures', 'data-0.1.0');
/** The name that the product gives its database. */
const DATABASE_NAME = 'livelane';

/** What the server of that version told of its data. */
export interface Told {
  users: Record<'Maya' | 'Tom' | 'Ines' | 'Ravi', { id: string; email: string }>;
  tasks: Record<'lights' | 'machine' | 'salary' | 'doctor' | 'crane' | 'signs' | 'wanders', string>;
  /** The id of the deleted project. */
  gone: string;
  /** By id; `hashes` by version. */
  projects: Record<string, { name: string; hashes: Record<string, string> }>;
}

export async function readTold(): Promise<Told> {
  return JSON.parse(await readFile(path.join(FOLDER, 'told.json'), 'utf8')) as Told;
}

/** A copy of the data folder that version 0.1.0 wrote (see fixtures/README.md). */
export async function openKeptData(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-kept-'));
  const folder = path.join(dataDir, 'database');
  await mkdir(folder);
  const zipped = await readFile(path.join(FOLDER, 'data.mdb.gz'));
  await writeFile(path.join(folder, 'data.mdb'), gunzipSync(zipped));
  const embedded = await startEmbeddedMongo({ folder, relaxed: true, countedBy: COUNTED_BY });
  const connections: Connection[] = [];
  return {
    uri: embedded.uri,
    changesOf: (collection, part) => embedded.changesOf(`${DATABASE_NAME}.${collection}`, part),
    async connect() {
      const connection = await connect(embedded.uri, DATABASE_NAME);
      connections.push(connection);
      return connection;
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
      await embedded.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
