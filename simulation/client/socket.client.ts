import type { Cluster } from '../server/cluster';
import type { ServerSocket } from '../server/socket.server';
import type { World } from '../world/world';
import type { Line } from './line';

type Handler = (...args: unknown[]) => void;

interface Options {
  reconnectionDelay: number;
  reconnectionDelayMax: number;
  randomizationFactor: number;
  auth: (give: (auth: unknown) => void) => void;
}

/** Socket.IO's defaults. */
const CONNECT_TIMEOUT_MS = 20_000;
const HEARTBEAT_MS = 25_000;
const LOOK_MS = 5_000;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** One open connection: order and delays of its packets in both directions. */
interface Wire {
  server: ServerSocket;
  toServer: Promise<void>;
  toClient: Promise<void>;
}

/** The part of `socket.io-client` that the client uses, over a simulated line. */
export class ClientSocket {
  connected = false;
  active = false;
  readonly io = {
    engine: { transport: { name: 'websocket' } },
    opts: { transports: ['websocket', 'polling'] },
  };
  private readonly listeners: Array<() => void> = [];
  private readonly handlers = new Map<string, Handler[]>();
  private readonly waiting = new Set<Waiting>();
  private wire: Wire | null = null;
  private attempts = 0;
  private attempt = 0;
  private isConnecting = false;
  private isWaitingToReconnect = false;
  private lastHeard = 0;
  private dead = false;

  constructor(
    private readonly world: World,
    private readonly line: Line,
    private readonly cluster: Cluster,
    private readonly options: Options,
  ) {
    line.watch(() => this.lineChanged());
  }

  on(event: string, handler: Handler): this {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
    return this;
  }

  /** Called for each push, before its handlers. */
  onAny(listener: () => void): this {
    this.listeners.push(listener);
    return this;
  }

  connect(): this {
    if (this.connected || this.isConnecting || this.dead) return this;
    // The real one does not shorten its pause before another attempt, either.
    if (this.active && this.isWaitingToReconnect) return this;
    this.active = true;
    void this.open();
    return this;
  }

  disconnect(): this {
    this.active = false;
    this.attempt++;
    this.attempts = 0;
    this.isConnecting = false;
    this.isWaitingToReconnect = false;
    this.close('io client disconnect');
    return this;
  }

  emit(event: string, payload: unknown, acknowledge?: Handler): this {
    void this.send(event, payload).then(acknowledge, () => undefined);
    return this;
  }

  emitWithAck(event: string, payload: unknown): Promise<unknown> {
    return this.send(event, payload);
  }

  /** Optional messages: without a connection they are dropped. */
  get volatile() {
    return {
      emit: (event: string, payload: unknown, acknowledge?: Handler) => {
        if (this.connected) this.emit(event, payload, acknowledge);
      },
    };
  }

  timeout(ms: number) {
    return { emitWithAck: (event: string, payload: unknown) => this.send(event, payload, ms) };
  }

  /** The tab has closed: it sends and receives nothing any more. */
  kill(): void {
    this.dead = true;
    this.handlers.clear();
    this.listeners.length = 0;
    this.waiting.clear();
    this.disconnect();
  }

  private send(event: string, payload: unknown, timeoutMs?: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject };
      this.waiting.add(waiting);
      if (timeoutMs !== undefined)
        this.world.after(timeoutMs, () => {
          if (this.waiting.delete(waiting)) reject(new Error('operation has timed out'));
        });
      const { wire } = this;
      if (!wire) return;
      const given = structuredClone(payload);
      wire.toServer = this.packet(wire.toServer, () => {
        wire.server.receive(event, given, (answer) => {
          if (!wire.server.connected) return;
          const copy = structuredClone(answer);
          wire.toClient = this.packet(wire.toClient, () => {
            if (this.wire === wire && this.waiting.delete(waiting)) resolve(copy);
          });
        });
      });
    });
  }

  /** Carries one packet after those before it. */
  private async packet(before: Promise<void>, arrive: () => void, extraMs = 0): Promise<void> {
    const way = this.world.wait(this.line.latency() + extraMs);
    await before;
    await way;
    await this.line.passage();
    arrive();
  }

  private async open(): Promise<void> {
    const attempt = ++this.attempt;
    this.isConnecting = true;
    const isOver = () => attempt !== this.attempt || this.dead;
    const { line } = this;
    await this.world.wait(line.latency() * 2);
    if (isOver()) return;
    if (line.state === 'hole') {
      await this.world.wait(CONNECT_TIMEOUT_MS);
      if (!isOver()) this.failed('timeout');
      return;
    }
    if (line.state === 'down' || line.blocksSockets) {
      this.failed('xhr poll error');
      return;
    }
    const auth = await new Promise<unknown>((resolve) => this.options.auth(resolve));
    let wire: Wire | null = null;
    const accepted = await this.cluster.accept(auth, {
      send: (event, payload) => wire && this.pushed(wire, event, payload),
      close: (isOrderly) => {
        const closed = wire;
        if (!closed) return;
        void this.packet(closed.toClient, () => {
          if (this.wire === closed) this.close(isOrderly ? 'io server disconnect' : 'transport close');
        });
      },
    });
    if (accepted === null || accepted instanceof Error) {
      if (isOver()) return;
      this.failed(accepted?.message ?? 'xhr poll error', accepted !== null);
      return;
    }
    wire = { server: accepted, toServer: Promise.resolve(), toClient: Promise.resolve() };
    await this.world.wait(line.latency());
    if (isOver() || !accepted.connected || line.blocksSockets) {
      accepted.gone();
      if (!isOver()) this.failed('transport close');
      return;
    }
    this.wire = wire;
    this.isConnecting = false;
    this.connected = true;
    this.attempts = 0;
    this.lastHeard = this.world.now();
    this.watchHeart(wire);
    this.call('connect');
  }

  private failed(message: string, isRefused = false): void {
    this.isConnecting = false;
    this.call('connect_error', new Error(message));
    // A refused client must connect again itself.
    if (isRefused) this.active = false;
    else this.reconnectLater();
  }

  private reconnectLater(): void {
    if (!this.active || this.dead) return;
    const { reconnectionDelay, reconnectionDelayMax, randomizationFactor } = this.options;
    const delay = Math.min(reconnectionDelay * 2 ** this.attempts++, reconnectionDelayMax);
    const jitter = 1 + randomizationFactor * (2 * this.line.random.next() - 1);
    const attempt = this.attempt;
    this.isWaitingToReconnect = true;
    this.world.after(delay * jitter, () => {
      if (attempt !== this.attempt || this.dead) return;
      this.isWaitingToReconnect = false;
      void this.open();
    });
  }

  private pushed(wire: Wire, event: string, payload: unknown): void {
    const { random, weather } = this.line;
    const arrive = () => {
      if (this.wire !== wire) return;
      for (const listener of this.listeners) listener();
      this.call(event, structuredClone(payload));
    };
    if (event === 'board:ops') {
      if (random.chance(weather.lostPushes)) return;
      if (random.chance(weather.shuffledPushes)) {
        void this.packet(wire.toClient, arrive, random.between(0, 1_500));
        return;
      }
      if (random.chance(weather.doubledPushes))
        void this.packet(wire.toClient, arrive, random.between(0, 400));
    }
    wire.toClient = this.packet(wire.toClient, arrive);
  }

  private lineChanged(): void {
    if (!this.connected || (this.line.state !== 'down' && !this.line.blocksSockets)) return;
    const { wire } = this;
    this.close('transport close');
    if (wire) this.world.after(this.line.latency(), () => wire.server.gone());
  }

  /** Both ends notice a silent line by missing heartbeats. */
  private watchHeart(wire: Wire): void {
    this.world.after(LOOK_MS, () => {
      if (this.line.state !== 'hole') this.lastHeard = this.world.now();
      if (this.world.now() - this.lastHeard >= HEARTBEAT_MS || !wire.server.connected) {
        wire.server.gone();
        if (this.wire === wire) this.close('ping timeout');
        return;
      }
      if (this.wire === wire) this.watchHeart(wire);
    });
  }

  private close(reason: string): void {
    const { wire } = this;
    if (!wire) return;
    this.wire = null;
    this.connected = false;
    if (reason === 'io client disconnect') void this.packet(wire.toServer, () => wire.server.gone());
    for (const { reject } of this.waiting) reject(new Error('socket has been disconnected'));
    this.waiting.clear();
    this.call('disconnect', reason);
    if (reason === 'io server disconnect') this.active = false;
    else this.reconnectLater();
  }

  private call(event: string, ...args: unknown[]): void {
    for (const handler of this.handlers.get(event) ?? []) handler(...args);
  }
}
