import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../test-kit/freePort';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { startRedis, type TestRedis } from '../../../test-kit/redis.server';
import { ReplicaSet } from './replica-set';

/** A replica set makes three starts and an election. */
export const FAULT_TIMEOUT_MS = 180_000;
const NODES = 2;
const REDIS_PASSWORD = 'only-for-this-test';
const JWT_SECRET = randomBytes(48).toString('base64url');

const mongod = process.env.MONGOMS_SYSTEM_BINARY ?? '';

/** Without a mongod its tests are named as skipped. */
export const describeOnMongod = mongod ? describe : describe.skip;

/** Two nodes with Redis on a replica set of three, all of them processes that a test may stop and kill. */
export class FaultyCluster {
  readonly #nodes: LivelaneProcess[] = [];
  #redis: TestRedis;

  private constructor(
    private readonly folder: string,
    readonly set: ReplicaSet,
    private readonly redisPort: number,
    redis: TestRedis,
    private readonly ports: readonly number[],
  ) {
    this.#redis = redis;
  }

  static async start(): Promise<FaultyCluster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'livelane-faults-'));
    const set = await ReplicaSet.start(mongod, folder);
    const redisPort = await freePort();
    const redis = await startRedis(redisPort, REDIS_PASSWORD);
    const ports = await Promise.all(Array.from({ length: NODES }, freePort));
    const cluster = new FaultyCluster(folder, set, redisPort, redis, ports);
    for (const index of ports.keys()) await cluster.startNode(index);
    return cluster;
  }

  get urls(): string[] {
    return this.#nodes.map(({ url }) => url);
  }

  get redis(): TestRedis {
    return this.#redis;
  }

  node(index: number): LivelaneProcess {
    const found = this.#nodes[index];
    if (!found) throw new Error(`no node ${index}`);
    return found;
  }

  /** In the place of one that is gone: with its port and its folder. */
  async startNode(index: number): Promise<void> {
    this.#nodes[index] = await startLivelane({
      dataDir: path.join(this.folder, `node-${index}`),
      env: {
        PORT: `${this.ports[index]}`,
        MONGODB_URI: this.set.uri,
        REDIS_URL: this.#redis.url.href,
        JWT_SECRET,
      },
    });
  }

  /** In the place of one that is gone. */
  async startRedis(): Promise<void> {
    this.#redis = await startRedis(this.redisPort, REDIS_PASSWORD);
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.kill();
    await this.#redis.stop();
    await this.set.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
