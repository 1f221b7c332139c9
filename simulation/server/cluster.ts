import type { BoardHead } from '@livelane/shared/realtime/messages.schema';
import type { NodeBus } from '../../server/src/nodes/node.bus';
import type { World } from '../world/world';
import { type Backup, backUp, restore } from './backup';
import type { Database } from './database';
import type { NodeAnswer, NodeRequest } from './node.entry';
import { hostIn, type Push, pendingTimers, ServerProcess } from './server.process';
import type { ServerSocket, Uplink } from './socket.server';

/** Delay of a message between processes. */
const BUS_MS = 2;
/** How many of the messages that may get lost do. */
const LOSS = 0.03;
/** Its looks at the log, at ended sessions and at presence, and its messages of boards' versions. */
const TIMERS_OF_A_SERVER = 4;
/** Pause of an operator before a program that failed is run again. */
const RENEW_AGAIN_MS = 1_000;

/** The server's processes behind one address, and the database that they share. */
export class Cluster {
  databaseAwayUntil = 0;
  /** Everything that was pushed, to whom. */
  readonly pushes: Push[] = [];
  /** The versions of boards that were announced. */
  readonly heads: BoardHead[] = [];
  /** Ops committed between the two moments of each are lost, milliseconds since 1970. */
  readonly restores: Array<{ from: number; at: number }> = [];
  /** When a process died, milliseconds since 1970. */
  readonly crashes: number[] = [];
  readonly random;
  /** Without one, processes learn of each other's ops from the log only. */
  readonly hasBus: boolean;
  private readonly processes: ServerProcess[] = [];
  private started = 0;
  private backup: Backup | null = null;
  private isRestoring = false;
  /** Called with every error that is not a refusal. */
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
    hostIn(world, {
      push: (userId, push) => this.pushes.push({ userId, ...push }),
      head: (head) => this.heads.push(head),
    });
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

  /** A process that answers now; for the simulation's own calls. */
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

  /** The process dies at once, and another one replaces it after a while. */
  crash(process = this.processes.at(0), isReplaced = true): void {
    if (!process?.isAlive) return;
    process.isAlive = false;
    this.crashes.push(this.world.now());
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

  /** Sends a process's message to all, if there is a bus: it reaches them, and its sender, in the same order. */
  tellAll(sender: ServerProcess, id: string, message: Parameters<NodeBus['send']>[0]): void {
    if (!this.hasBus) return;
    for (const process of this.processes) {
      this.world.after(BUS_MS, () => {
        if (!process.isAlive || this.isLost(message)) return;
        for (const listener of process.listeners)
          if (process === sender) listener.heardOwn?.(structuredClone(message));
          else listener.received(id, structuredClone(message));
      });
    }
  }

  /** Turns must stand the loss of any message (R33); presence has its own way to notice one. */
  private isLost({ kind }: Parameters<NodeBus['send']>[0]): boolean {
    const isOfTurns = kind === 'turnWanted' || kind === 'turnEnded' || kind === 'rows';
    return isOfTurns && this.random.chance(LOSS);
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

  /** R6: like `npm run restore`, with the servers down; changes since the back-up are lost. */
  restore(downMs: number): void {
    const { backup } = this;
    if (!backup) return;
    this.isRestoring = true;
    for (const process of [...this.processes]) this.crash(process, false);
    void this.world.wait(downMs).then(async () => {
      await restore(this.database, this.databaseName, backup.documents);
      this.pushes.length = 0;
      this.heads.length = 0;
      this.restores.push({ from: backup.at, at: this.world.now() });
      this.isRestoring = false;
      const first = this.launch();
      await this.renewEpochs(first);
      void this.begin(first);
      while (this.processes.length < this.size) void this.begin(this.launch());
    });
  }

  hasRestoredSince(at: number): boolean {
    return this.isRestoring || this.restores.some((each) => each.at >= at);
  }

  /** As an operator does who finds the database away: again, until it answers. */
  private async renewEpochs({ node }: ServerProcess): Promise<void> {
    for (;;) {
      try {
        await node.renewEpochs();
        return;
      } catch {
        await this.world.wait(RENEW_AGAIN_MS);
      }
    }
  }

  /** State in the servers' memory about connected users (I14). */
  inUse(): string[] {
    return this.ready().flatMap(({ sockets: { sockets }, node }) => [
      ...[...sockets.sockets.keys()].map((id) => `socket ${id}`),
      ...[...sockets.adapter.rooms.keys()].map((room) => `room ${room}`),
      ...node.watchedBoards().map((id) => `feed ${id}`),
    ]);
  }

  /** Timers of the servers, beside those that each has from its start. */
  timers(): number {
    return pendingTimers() - TIMERS_OF_A_SERVER * this.processes.length;
  }

  tidy(): void {
    for (const { node } of this.ready()) void node.tidy().catch(() => undefined);
  }

  /** Replaces a process that died; a restore starts all of them. */
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
