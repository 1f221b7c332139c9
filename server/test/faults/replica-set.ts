import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { freePort } from '../../../test-kit/freePort';

const NAME = 'rs';
const DATABASE = 'livelane';
const MEMBERS = 3;
/** Elections as quick as they can be without being held when two busy cores are late. */
const ELECTION_MS = 3_000;
const HEARTBEAT_MS = 500;
const HEARTBEAT_TIMEOUT_SECONDS = 2;
const LOOK_MS = 50;
/** A member that is stopped does not answer. */
const ANSWER_MS = 1_000;
/** Members that begin a set write a lot before they answer, on a busy disk. */
const BEGIN_MS = 60_000;

/** One mongod of a replica set: a process that can be killed, stopped and started again on its data. */
export class Member {
  private child: ChildProcess | undefined;
  private client: mongo.MongoClient | undefined;

  constructor(
    private readonly program: string,
    readonly port: number,
    private readonly folder: string,
  ) {}

  /** Of the process that runs now. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  async start(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const files = ['--dbpath', this.folder, '--logpath', path.join(this.folder, 'log'), '--logappend'];
    const place = ['--replSet', NAME, '--bind_ip', '127.0.0.1', '--port', `${this.port}`, '--nounixsocket'];
    this.child = spawn(this.program, [...place, ...files, '--wiredTigerCacheSizeGB', '0.25'], {
      stdio: 'ignore',
    });
    while ((await this.hello()) === null) {
      if (this.child.exitCode !== null) throw new Error(`mongod ended with ${this.child.exitCode}`);
      await wait(LOOK_MS);
    }
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await this.forgetClient();
  }

  /** What it says about itself; null when it does not answer. */
  async hello(): Promise<mongo.Document | null> {
    try {
      return await this.command({ hello: 1 });
    } catch {
      // A client that finds no database at its first command never looks for one again.
      await this.forgetClient();
      return null;
    }
  }

  async command(command: mongo.Document, database = 'admin'): Promise<mongo.Document> {
    this.client ??= this.newClient(ANSWER_MS);
    return this.client.db(database).command(command);
  }

  /** What it has of the product's data itself, whether or not the others have it. @throws when it does not answer */
  async find(collection: string, filter: mongo.Document): Promise<mongo.Document[]> {
    const { cursor } = await this.command({ find: collection, filter }, DATABASE);
    return cursor.firstBatch;
  }

  /** Makes these members a set. */
  async initiate(config: mongo.Document): Promise<void> {
    const client = this.newClient(BEGIN_MS);
    await client.db('admin').command({ replSetInitiate: config });
    await client.close();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.forgetClient();
  }

  private newClient(answerMs: number): mongo.MongoClient {
    return new mongo.MongoClient(`mongodb://127.0.0.1:${this.port}/?directConnection=true`, {
      serverSelectionTimeoutMS: answerMs,
      connectTimeoutMS: answerMs,
      socketTimeoutMS: answerMs,
      runtimeAdapters: { os },
    });
  }

  private async forgetClient(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.close(true);
  }
}

/** Three mongods that elect a primary among them. */
export class ReplicaSet {
  private constructor(readonly members: readonly Member[]) {}

  static async start(program: string, folder: string): Promise<ReplicaSet> {
    const members: Member[] = [];
    for (let index = 0; index < MEMBERS; index++)
      members.push(new Member(program, await freePort(), path.join(folder, `mongod-${index}`)));
    const set = new ReplicaSet(members);
    try {
      await set.begin();
    } catch (error) {
      await set.close();
      throw error;
    }
    return set;
  }

  private async begin(): Promise<void> {
    const { members } = this;
    await Promise.all(members.map((member) => member.start()));
    await members[0]?.initiate({
      _id: NAME,
      members: members.map(({ port }, _id) => ({ _id, host: `127.0.0.1:${port}` })),
      settings: {
        electionTimeoutMillis: ELECTION_MS,
        heartbeatIntervalMillis: HEARTBEAT_MS,
        heartbeatTimeoutSecs: HEARTBEAT_TIMEOUT_SECONDS,
      },
    });
    await this.primary();
  }

  get uri(): string {
    const hosts = this.members.map(({ port }) => `127.0.0.1:${port}`).join();
    return `mongodb://${hosts}/${DATABASE}?replicaSet=${NAME}`;
  }

  /** Resolves as soon as a member other than `but` takes writes. @throws when it is no longer waited for */
  async primary(but?: Member, isAwaited?: AbortSignal): Promise<Member> {
    for (;;) {
      isAwaited?.throwIfAborted();
      for (const member of this.members) {
        if (member === but) continue;
        if ((await member.hello())?.isWritablePrimary) return member;
      }
      await wait(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    for (const member of this.members) member.signal('SIGCONT');
    await Promise.all(this.members.map((member) => member.close()));
  }
}
