import type { BoardOps } from '@livelane/shared/realtime/messages.schema';
import mongoose, { type Connection, mongo } from 'mongoose';
import type { NodeBus, NodeListener } from '../../server/src/nodes/node.bus';
import type { Random } from '../../test-kit/random';
import { load } from '../loader';
import { type ClockAndChance, counted, dateOf, mathOf, timersOf } from '../world/globals';
import type { World } from '../world/world';
import type { Cluster } from './cluster';
import { DriverCollection, type RunOptions } from './collection';
import type { Fields, Reply } from './database';
import type { createSimulatedNode, SimulatedNode } from './node.entry';
import { type PushObserver, SocketServer } from './socket.server';

/** A command of the database takes up to so long, there and back each. */
const DATABASE_MS = 2;
const WRITES = new Set(['insert', 'update', 'findAndModify', 'delete']);
/** Never resolves. A new promise each time, so that whatever waits for it can be garbage-collected. */
const never = () => new Promise<never>(() => undefined);

/** Ops as they left a server for one user's socket. */
export type Push = BoardOps & { userId: string };

interface Host {
  world: World | null;
  clock: ReturnType<typeof counted> | null;
  servers: SocketServer[];
  observer: PushObserver;
}

/** The process of the server's code: set again for each simulation. */
const host: Host = {
  world: null,
  clock: null,
  servers: [],
  observer: { push: () => undefined, head: () => undefined },
};

/** Begins a simulation: processes that start from now on live in this world. @param observer of all pushes */
export function hostIn(world: World, observer: PushObserver): void {
  host.world = world;
  host.clock = counted(world);
  host.observer = observer;
}

/** Timers that all processes of this simulation have running. */
export const pendingTimers = () => host.clock?.pending() ?? 0;

const world = (): ClockAndChance => {
  if (!host.world || !host.clock) throw new Error('no simulation is running');
  const { random, now } = host.world;
  return { random, now, after: host.clock.after };
};

/** The server's code is loaded once; it gets time and randomness when it needs them. */
let loaded: { createSimulatedNode: typeof createSimulatedNode } | undefined;
function serverCode(): { createSimulatedNode: typeof createSimulatedNode } {
  if (loaded) return loaded;
  const timers = timersOf(world);
  loaded = load<{ createSimulatedNode: typeof createSimulatedNode }>(
    'node',
    {
      ...timers,
      Date: dateOf(world),
      Math: mathOf(world),
      crypto: { randomUUID: () => world().random.uuid() },
      performance: { now: () => world().now() },
    },
    {
      'node:crypto': { ...require('node:crypto'), randomUUID: () => world().random.uuid() },
      'node:timers/promises': {
        setTimeout: (ms: number, value: unknown) =>
          new Promise((resolve) => void world().after(ms, () => resolve(value))),
      },
      'socket.io': {
        Server: function Server() {
          const { observer } = host;
          const server = new SocketServer(world().random, observer);
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
  // When given a collection's name, Mongoose compiles the model again each time.
  const compile = connection.model.bind(connection) as (name: string, ...rest: unknown[]) => unknown;
  const model = (name: string, ...rest: unknown[]) => connection.models[name] ?? compile(name, ...rest);
  Object.assign(connection, { model });
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
export class ServerProcess {
  isAlive = true;
  isReady = false;
  /** The crash comes with the write to the database that brings this to 0: before it is done, or after. */
  writesUntilCrash: { left: number; isDone: boolean } | null = null;
  readonly node: SimulatedNode;
  readonly sockets: SocketServer;
  readonly openRequests = new Set<() => void>();
  readonly listeners: NodeListener[] = [];

  constructor(
    index: number,
    private readonly cluster: Cluster,
  ) {
    const connection = connectionAt(index, (...asked) => this.ask(...asked));
    host.servers = [];
    const { database, databaseName } = cluster;
    const isAlone = cluster.size === 1;
    this.node = serverCode().createSimulatedNode(
      connection,
      this.bus(String(index)),
      (error) => cluster.onUnexpected(error),
      {
        isOnlyNode: isAlone,
        changesOf: isAlone ? (name) => database.changesOf(`${databaseName}.${name}`) : undefined,
      },
    );
    const [sockets] = host.servers;
    if (!sockets) throw new Error('the node has made no socket server');
    this.sockets = sockets;
  }

  /** Its bus to the other processes. */
  private bus(id: string): NodeBus {
    return {
      id,
      isSilent: false,
      isConnected: this.cluster.hasBus,
      send: (message) => this.isAlive && this.cluster.tellAll(this, id, message),
      listen: (listener) => void this.listeners.push(listener),
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
    // It may fail before the command or in the middle of its answer.
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
