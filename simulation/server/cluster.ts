import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import mongoose, { type Connection, mongo } from 'mongoose';
import type { NodeBus, NodeListener } from '../../server/src/nodes/node.bus';
import { load } from '../loader';
import { type ClockAndChance, counted, dateOf, mathOf, timersOf } from '../world/globals';
import type { Random } from '../world/random';
import type { World } from '../world/world';
import { type Backup, backUp, restore } from './backup';
import { DriverCollection, type RunOptions } from './collection';
import type { Database, Fields, Reply } from './database';
import type { createNode, NodeAnswer, NodeRequest, SimulatedNode } from './node.entry';
import { type ServerSocket, SocketServer, type Uplink } from './socket.server';

/** A command of the database takes up to so long, there and back each, in milliseconds. */
const DATABASE_MS = 2;
const WRITES = new Set(['insert', 'update', 'findAndModify', 'delete']);
/** A word from process to process, in milliseconds. */
const BUS_MS = 2;
/** Its looks at the log, at ended sessions, and its word of where boards stand. */
const TIMERS_OF_A_SERVER = 3;
/** Nothing comes back from here. A new one each time: what waits for one of them can be let go of. */
const never = () => new Promise<never>(() => undefined);

/** Ops as they left a server for one user's socket. */
export type Push = BoardOps & { userId: string };

interface Host {
  world: World | null;
  clock: ReturnType<typeof counted> | null;
  servers: SocketServer[];
  pushes: Push[];
}

/** What the server's code sees as its process: set anew for each simulation. */
const host: Host = {
  world: null,
  clock: null,
  servers: [],
  pushes: [],
};
const world = (): ClockAndChance => {
  if (!host.world || !host.clock) throw new Error('no simulation is running');
  const { random, now } = host.world;
  return { random, now, after: host.clock.after };
};

/** The server's code is loaded once; it asks for time and chance when it needs them. */
let loaded: { createNode: typeof createNode } | undefined;
function serverCode(): { createNode: typeof createNode } {
  if (loaded) return loaded;
  const timers = timersOf(world);
  loaded = load<{ createNode: typeof createNode }>(
    'node',
    {
      ...timers,
      Date: dateOf(world),
      Math: mathOf(world),
      crypto: { randomUUID: () => world().random.uuid() },
    },
    {
      'node:crypto': { ...require('node:crypto'), randomUUID: () => world().random.uuid() },
      'node:timers/promises': {
        setTimeout: (ms: number, value: unknown) =>
          new Promise((resolve) => void world().after(ms, () => resolve(value))),
      },
      'socket.io': {
        Server: function Server() {
          const { pushes } = host;
          const server = new SocketServer(world().random, (userId, push) => pushes.push({ userId, ...push }));
          host.servers.push(server);
          return server;
        },
      },
    },
  );
  return loaded;
}

/** Connections are made once per place and used again by later simulations: their models cost time. */
const connections: Array<{ connection: Connection; run: RunOn }> = [];
type RunOn = (collection: string, name: string, command: Fields, options?: RunOptions) => Promise<Reply>;

function connectionAt(index: number, run: RunOn): Connection {
  const kept = connections[index];
  if (kept) {
    kept.run = run;
    return kept.connection;
  }
  const connection = mongoose.createConnection();
  const place = { connection, run };
  connections[index] = place;
  // As `database/connect.ts` opens one; this one is never opened.
  Object.assign(connection.config, {
    bufferCommands: false,
    sanitizeFilter: true,
    autoIndex: false,
    autoCreate: false,
  });
  const collections = new Map<string, DriverCollection>();
  const collection = (name: string) => {
    const known =
      collections.get(name) ??
      new DriverCollection(name, (command, fields, options) => place.run(name, command, fields, options));
    collections.set(name, known);
    return known;
  };
  Object.defineProperty(connection, 'db', { value: { collection } });
  return connection;
}

/** A command about several documents can end in its middle. */
function cutShort(command: Fields, random: Random): Fields {
  const { documents } = command;
  if (!Array.isArray(documents) || documents.length < 2) return command;
  return { ...command, documents: documents.slice(0, 1 + random.below(documents.length)) };
}

/** One run of the server's program, from its start to its end or crash. */
class ServerProcess {
  isAlive = true;
  isReady = false;
  /** The crash comes with the write to the database that brings this to 0: before it is done, or after. */
  writesUntilCrash: { left: number; isDone: boolean } | null = null;
  readonly node: SimulatedNode;
  readonly sockets: SocketServer;
  readonly openRequests = new Set<() => void>();
  listener: NodeListener | null = null;

  constructor(
    index: number,
    private readonly cluster: Cluster,
  ) {
    const connection = connectionAt(index, (...asked) => this.ask(...asked));
    host.servers = [];
    this.node = serverCode().createNode(
      connection,
      this.bus(String(index)),
      (error) => cluster.onUnexpected(error),
      { isOnlyNode: cluster.size === 1 },
    );
    const [sockets] = host.servers;
    if (!sockets) throw new Error('the node has made no socket server');
    this.sockets = sockets;
  }

  /** How it tells the others what it has done, and hears of them. */
  private bus(id: string): NodeBus {
    return {
      send: (message) => this.isAlive && this.cluster.tellOthers(this, id, message),
      listen: (listener) => {
        this.listener = listener;
      },
    };
  }

  private async ask(...[collection, name, fields, options]: Parameters<RunOn>): Promise<Reply> {
    const { world: time, database, databaseName, random } = this.cluster;
    await time.wait(random.between(0, DATABASE_MS));
    if (!this.isAlive) return never();
    const crash = this.writesUntilCrash;
    const isLast = crash !== null && WRITES.has(name) && --crash.left <= 0;
    if (isLast && !crash.isDone) return this.crash();
    const isAway = time.now() < this.cluster.databaseAwayUntil;
    // It may go away before the command or in the middle of its answer.
    if (isAway && random.chance(0.5)) throw new mongo.MongoNetworkError('connection closed');
    const command = isLast || isAway ? cutShort(fields, random) : fields;
    const reply = await database.run(name, { [name]: collection, ...command }, databaseName, options);
    if (isLast) return this.crash();
    if (isAway) throw new mongo.MongoNetworkError('connection closed');
    await time.wait(random.between(0, DATABASE_MS));
    return this.isAlive ? reply : never();
  }

  private crash(): Promise<never> {
    this.cluster.crash(this);
    return never();
  }
}

/** The server's processes behind one address, and the database that they share. */
export class Cluster {
  databaseAwayUntil = 0;
  /** Everything that was pushed, to whom. */
  readonly pushes: Push[] = [];
  /** What was committed between the two moments of each is gone, milliseconds since 1970. */
  readonly restores: Array<{ from: number; at: number }> = [];
  readonly random;
  /** Without one, processes learn of each other by the log alone. */
  readonly hasBus: boolean;
  private readonly processes: ServerProcess[] = [];
  private started = 0;
  private backup: Backup | null = null;
  private isRestoring = false;
  /** Told of everything that is no refusal. */
  onUnexpected: (error: unknown) => void = () => undefined;
  onStarted: () => void = () => undefined;

  constructor(
    readonly world: World,
    readonly database: Database,
    readonly databaseName: string,
    readonly size: number,
  ) {
    this.random = world.random.fork();
    this.hasBus = this.random.chance(0.7);
    host.world = world;
    host.clock = counted(world);
    host.pushes = this.pushes;
  }

  /** Starts all processes; the first one also creates the indexes. */
  async start(): Promise<void> {
    for (let index = 0; index < this.size; index++) {
      const started = this.launch();
      if (index === 0) await started.node.createIndexes();
      await started.node.start();
      started.isReady = true;
    }
  }

  isUp(): boolean {
    return this.ready().length > 0;
  }

  /** A process that answers now; for what the simulation itself asks. */
  services() {
    const [first] = this.ready();
    if (!first) throw new Error('no process is up');
    return first.node.services;
  }

  /** Null when the connection is refused or breaks. */
  handle(request: NodeRequest): Promise<NodeAnswer | null> {
    const ready = this.ready();
    if (ready.length === 0) return Promise.resolve(null);
    const { node, openRequests } = this.random.pick(ready);
    return new Promise((resolve) => {
      const broken = () => resolve(null);
      openRequests.add(broken);
      void node.handle(request).then((answer) => {
        if (openRequests.delete(broken)) resolve(answer);
      });
    });
  }

  /** A live connection; null when it is refused by the network, an error when by the server. */
  async accept(auth: unknown, uplink: Uplink): Promise<ServerSocket | Error | null> {
    const ready = this.ready();
    if (ready.length === 0) return null;
    try {
      return await this.random.pick(ready).sockets.accept(auth, uplink);
    } catch (error) {
      return error as Error;
    }
  }

  /** The process is gone at once, and another one takes its place after a while. */
  crash(process = this.processes.at(0), isReplaced = true): void {
    if (!process?.isAlive) return;
    process.isAlive = false;
    this.processes.splice(this.processes.indexOf(process), 1);
    for (const broken of process.openRequests) broken();
    process.openRequests.clear();
    for (const socket of [...process.sockets.sockets.sockets.values()]) socket.conn.close();
    process.node.halt();
    if (isReplaced) void this.world.wait(this.random.between(100, 5_000)).then(() => this.replace());
  }

  /** The next writes to the database decide: a crash right before or right after one of them. */
  crashWithin(writes: number, isDone: boolean): void {
    const [process] = this.processes.filter((each) => each.isReady);
    if (process) process.writesUntilCrash = { left: writes, isDone };
  }

  calmDown(): void {
    this.databaseAwayUntil = 0;
    for (const process of this.processes) process.writesUntilCrash = null;
  }

  /** What one process says to the others, where there is anything between them. */
  tellOthers(sender: ServerProcess, id: string, message: Parameters<NodeBus['send']>[0]): void {
    if (!this.hasBus) return;
    for (const other of this.processes) {
      if (other === sender) continue;
      this.world.after(BUS_MS, () => {
        if (other.isAlive) other.listener?.heard(id, structuredClone(message));
      });
    }
  }

  /** All processes answer. */
  isWhole(): boolean {
    return this.ready().length === this.size;
  }

  get hasBackup(): boolean {
    return this.backup !== null && !this.isRestoring;
  }

  backUp(): void {
    const at = this.world.now();
    void backUp(this.database, this.databaseName).then((documents) => {
      this.backup = { at, documents };
    });
  }

  /** R6: as `npm run restore` does it, with the servers down; what came after the back-up is gone. */
  restore(downMs: number): void {
    const { backup } = this;
    if (!backup) return;
    this.isRestoring = true;
    for (const process of [...this.processes]) this.crash(process, false);
    void this.world.wait(downMs).then(async () => {
      await restore(this.database, this.databaseName, backup.documents);
      this.pushes.length = 0;
      this.restores.push({ from: backup.at, at: this.world.now() });
      this.isRestoring = false;
      const first = this.launch();
      await first.node.renewEpochs();
      void this.begin(first);
      while (this.processes.length < this.size) void this.begin(this.launch());
    });
  }

  /** What lives in the servers' memory for somebody who is connected (I14). */
  inUse(): string[] {
    return this.ready().flatMap(({ sockets: { sockets }, node }) => [
      ...[...sockets.sockets.keys()].map((id) => `socket ${id}`),
      ...[...sockets.adapter.rooms.keys()].map((room) => `room ${room}`),
      ...node.watchedBoards().map((id) => `feed ${id}`),
    ]);
  }

  /** Timers of the servers, beside those that each has from its start. */
  timers(): number {
    return (host.clock?.pending() ?? 0) - TIMERS_OF_A_SERVER * this.processes.length;
  }

  tidy(): void {
    for (const { node } of this.ready()) void node.tidy().catch(() => undefined);
  }

  /** One process takes the place of another that died; a restore starts them all. */
  private replace(): void {
    if (!this.isRestoring && this.processes.length < this.size) void this.begin(this.launch());
  }

  private async begin(process: ServerProcess): Promise<void> {
    for (;;) {
      try {
        await process.node.start();
        break;
      } catch {
        await this.world.wait(1_000);
      }
    }
    if (!process.isAlive) return;
    process.isReady = true;
    this.onStarted();
  }

  private launch(): ServerProcess {
    const process = new ServerProcess(this.started++, this);
    this.processes.push(process);
    return process;
  }

  private ready(): ServerProcess[] {
    return this.processes.filter((process) => process.isReady);
  }
}
