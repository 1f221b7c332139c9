import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'bson';
import { mongo } from 'mongoose';
import { ChangeCounts } from '../../server/embedded-mongo/src/change-counts';
import { dispatch } from '../../server/embedded-mongo/src/commands/dispatch';
import { Engine } from '../../server/embedded-mongo/src/engine/engine';
import { openStore } from '../../server/embedded-mongo/src/storage/open';
import { decodeDocument } from '../../server/embedded-mongo/src/values/codec';
import type { Connection } from '../../server/embedded-mongo/src/wire/connection';

import type { World } from '../world/world';
import type { RunOptions } from './collection';

export type Fields = Record<string, unknown>;

/** A reply of the database: a failed command or a failed write of it throws before it gets here. */
export interface Reply extends Fields {
  n?: number;
  nModified?: number;
  upserted?: Array<{ index: number; _id: unknown }>;
  value?: Fields | null;
  values?: unknown[];
  cursor?: { firstBatch: Fields[] };
}

/** Nobody is connected: commands come straight from the simulation. */
const CONNECTION = { id: 1, local: true } as unknown as Connection;

/**
 * The embedded database's own engine in this very thread, without its worker, wire and disk syncs: the
 * same commands, semantics and unique indexes, one command at a time.
 */
export class Database {
  private readonly answers = new Answers();
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'livelane-simulation-'));
  private readonly store = openStore(this.folder, { relaxed: true });
  private readonly changes = new ChangeCounts();
  private readonly engine = new Engine(
    this.store,
    this.folder,
    this.changes,
    // A busy machine does not change the order of commands.
    { now: () => new Date(this.world.now()), ticks: () => 0 },
  );
  private lastRequestId = 0;
  private world: Pick<World, 'now'> = Date;

  /** The database's time is that of this world from now on. */
  liveIn(world: Pick<World, 'now'>): void {
    this.world = world;
  }

  /** Runs one command to its end. @throws MongoServerError as the driver does */
  async run(name: string, command: Fields, database: string, options: RunOptions = {}): Promise<Reply> {
    const bytes = Buffer.from(serialize(command, { ignoreUndefined: options.ignoreUndefined ?? false }));
    if (name !== 'find') return this.dispatched(name, bytes, database);
    const question = `${database} ${bytes.toString('latin1')}`;
    const changes = this.changesOf(`${database}.${String(command.find)}`);
    const known = this.answers.get(question, changes);
    if (known) return deserialize(known) as Reply;
    return this.dispatched(name, bytes, database, (answer) => this.answers.set(question, changes, answer));
  }

  private async dispatched(
    name: string,
    bytes: Buffer,
    database: string,
    answered: (answer: Uint8Array) => void = () => undefined,
  ): Promise<Reply> {
    const body = decodeDocument(bytes);
    const request = {
      requestId: ++this.lastRequestId,
      form: 'message' as const,
      name,
      database,
      body,
      sequences: new Map<string, readonly Buffer[]>(),
      silent: false,
    };
    const answer = await new Promise<Uint8Array>((resolve) =>
      dispatch(this.engine, request, CONNECTION, resolve),
    );
    const reply = deserialize(answer) as Reply & { ok: number; errmsg?: string; writeErrors?: Fields[] };
    if (reply.ok !== 1) throw serverError(reply);
    const { writeErrors = [] } = reply;
    const [failed] = writeErrors;
    if (failed) throw serverError({ ...failed, n: reply.n, writeErrors });
    answered(answer);
    return reply;
  }

  /** The count of changes, as in the process that owns the database. */
  changesOf(namespace: string): number {
    return this.changes.of(namespace);
  }

  get isBusy(): boolean {
    return this.engine.scheduler.active > 0;
  }

  async close(): Promise<void> {
    await this.engine.scheduler.idle();
    await this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Enough for the repeated queries of one simulation. */
const MAX_ANSWERS = 2_000;

/**
 * Answers of reads, while their collection has not changed (`ChangeCounts`): most of them check for
 * news.
 */
class Answers {
  private readonly kept = new Map<string, { changes: number; answer: Uint8Array }>();

  get(question: string, changes: number): Uint8Array | null {
    const found = this.kept.get(question);
    return found?.changes === changes ? found.answer : null;
  }

  set(question: string, changes: number, answer: Uint8Array): void {
    if (this.kept.size >= MAX_ANSWERS) this.kept.clear();
    this.kept.set(question, { changes, answer });
  }
}

function serverError(fault: Fields): mongo.MongoServerError {
  return new mongo.MongoServerError({ ...fault, message: String(fault.errmsg) });
}
