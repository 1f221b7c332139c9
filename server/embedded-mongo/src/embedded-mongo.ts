import { chmodSync, realpathSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { ChangeCounts, type CountedBy } from './change-counts';
import { acquireLock, type Lock, RENEWAL_MS } from './lock';
import { makeFolder } from './make-folder';
import { connectedTo, socketPathOf } from './socket-path';
import { DATA_FILE } from './storage/data-file';
import { reasonOf } from './system-error';
import { WorkerThread } from './worker-thread';

export interface EmbeddedMongoOptions {
  /** The data folder; it is created unless `mustExist` is set, and given the mode 0700. */
  folder: string;
  /** A folder without a database is refused and left alone: for programs that look at data, and make none. */
  mustExist?: boolean;
  /** Listens on 127.0.0.1 as well, for tools. Default: EMBEDDED_MONGO_PORT, else not at all. */
  port?: number;
  /** For tests only: nothing is synced to disk. Default: EMBEDDED_MONGO_RELAXED=1. */
  relaxed?: boolean;
  /** By the name of a collection: the string field by whose values its changes are counted as well (`changesOf`). */
  countedBy?: CountedBy;
  /** Called when the thread is launched, which then starts in parallel. Not if another process serves the folder. */
  onLaunched?: () => void;
}

export interface EmbeddedMongo {
  /** Where to connect: `mongoose.connect(uri, { dbName })`. It stays the same when the owner changes. */
  readonly uri: string;
  /** The Unix socket that `uri` leads to. */
  readonly socket: string;
  /** False while another process serves the folder. When that process ends, this one takes over. */
  readonly owner: boolean;
  /** The port on 127.0.0.1, if this process is the owner and listens there. */
  readonly port: number | undefined;
  /**
   * A number that changes before a change of a document in the collection is answered: data that was read
   * while it was the same is still current. Null unless this process is the owner.
   * @param namespace database and collection: `app.users`
   * @param value only documents count that have it in the field of `countedBy`, had it or get it
   */
  changesOf(namespace: string, value?: string): number | null;
  close(): Promise<void>;
}

/** How long to wait for another process that has just begun to serve the folder. */
const OTHER_STARTS_MS = 10_000;
const OTHER_POLL_MS = 25;

/**
 * Serves a data folder, or connects to the process that does already.
 * @throws Error with one clear message if the folder cannot be served: read-only, damaged, of a newer version,
 * owned by a process that does not answer, or without a database that `mustExist`.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  if (options.mustExist && !isDatabaseIn(options.folder))
    throw new Error(`there is no database in ${options.folder}`);
  const folder = prepareFolder(options.folder);
  const member = new FolderMember(folder, socketPathOf(folder), {
    port: options.port ?? portOf(process.env.EMBEDDED_MONGO_PORT),
    relaxed: options.relaxed ?? process.env.EMBEDDED_MONGO_RELAXED === '1',
    countedBy: options.countedBy ?? {},
  });
  await member.join(OTHER_STARTS_MS, options.onLaunched);
  return member;
}

/** One process's part in a folder: its owner, or a guest who becomes the owner when the owner goes. */
class FolderMember implements EmbeddedMongo {
  private serving: { worker: WorkerThread; lock: Lock } | undefined;
  private watch: Socket | undefined;
  private joining: Promise<void> | undefined;
  private closed = false;
  private readonly changes: ChangeCounts;

  constructor(
    private readonly folder: string,
    public socket: string,
    private readonly settings: { port: number | undefined; relaxed: boolean; countedBy: CountedBy },
  ) {
    this.changes = new ChangeCounts(undefined, settings.countedBy);
  }

  get uri(): string {
    return `mongodb://${encodeURIComponent(this.socket)}/?directConnection=true`;
  }

  get owner(): boolean {
    return this.serving !== undefined;
  }

  get port(): number | undefined {
    return this.serving?.worker.port;
  }

  changesOf(namespace: string, value?: string): number | null {
    return this.serving ? this.changes.of(namespace, value) : null;
  }

  /** @param patienceMs how long an owner may be silent */
  async join(patienceMs: number, onLaunched?: () => void): Promise<void> {
    const giveUp = Date.now() + patienceMs;
    while (!this.closed) {
      const lock = await this.lock();
      if ('release' in lock) return await this.serve(lock, onLaunched);
      this.socket = lock.owner.socket;
      this.watch = await connectedTo(this.socket);
      if (this.watch) return this.follow(this.watch);
      if (Date.now() > giveUp) {
        throw new Error(
          `${this.folder} is in use by process ${lock.owner.pid}, which does not answer on ${this.socket}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, OTHER_POLL_MS));
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.watch?.destroy();
    // A take-over that has begun is finished first, so that its lock is not left behind.
    await this.joining?.catch(() => undefined);
    const { serving } = this;
    this.serving = undefined;
    if (!serving) return;
    const { worker, lock } = serving;
    // It serves no longer, and may have much to end.
    lock.renew();
    const renewals = setInterval(lock.renew, RENEWAL_MS);
    await worker.stop();
    clearInterval(renewals);
    lock.release();
  }

  private async lock() {
    try {
      return await acquireLock(this.folder, this.socket);
    } catch (error) {
      throw new Error(`the database needs to write to ${this.folder}: ${reasonOf(error)}`, { cause: error });
    }
  }

  private async serve(lock: Lock, onLaunched?: () => void): Promise<void> {
    try {
      const { folder, socket } = this;
      const starting = WorkerThread.start(
        { folder, socket, changes: this.changes.memory, ...this.settings },
        lock.renew,
      );
      onLaunched?.();
      const worker = await starting;
      this.serving = { worker, lock };
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /**
   * Waits for the owner to go, however long it takes to end what it has begun: it holds the folder until then. An error
   * of a take-over surfaces as an uncaught one: the data are out of reach.
   */
  private follow(watch: Socket): void {
    watch.once('close', () => {
      if (this.closed) return;
      this.joining = this.join(Number.POSITIVE_INFINITY);
    });
    watch.unref();
  }
}

function isDatabaseIn(folder: string): boolean {
  try {
    return statSync(path.join(folder, DATA_FILE), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw new Error(`${folder} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

function prepareFolder(given: string): string {
  try {
    makeFolder(path.resolve(given));
    const folder = realpathSync(given);
    chmodSync(folder, 0o700);
    return folder;
  } catch (error) {
    throw new Error(`the database needs to write to ${given}: ${reasonOf(error)}`, { cause: error });
  }
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`EMBEDDED_MONGO_PORT must be a port number, not '${text}'`);
  }
  return port;
}
