import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * The line's fault: `hole` drops everything and keeps connections open; `reset` cuts present and new
 * connections; `stale` drops the data of earlier connections, while new ones work, as after a sleep
 * or a change of network; `noAnswers` lets requests through and cuts at the first byte of the answer.
 */
export type LineState = 'well' | 'hole' | 'reset' | 'stale' | 'noAnswers';

interface Pair {
  client: Socket;
  server: Socket;
  /** It was open when the line went stale: its data is dropped. */
  isStale: boolean;
}

/** A TCP proxy in front of a server, with configurable faults. */
export class FaultyProxy {
  /** Delay of each packet, in milliseconds. */
  delayMs = 0;
  /** Bytes received from the server. */
  received = 0;
  private state: LineState = 'well';
  private readonly pairs = new Set<Pair>();
  private readonly listener = createServer((client) => this.accept(client));

  private constructor(private readonly target: { host: string; port: number }) {}

  static async before(url: string): Promise<FaultyProxy> {
    const { hostname, port } = new URL(url);
    const proxy = new FaultyProxy({
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port: Number(port),
    });
    await new Promise<void>((resolve) => proxy.listener.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  set(state: LineState): void {
    this.state = state;
    if (state === 'reset') this.cut();
    if (state === 'stale') for (const pair of this.pairs) pair.isStale = true;
  }

  /** Ends every connection at once. */
  cut(): void {
    for (const { client, server } of this.pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
    this.pairs.clear();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private accept(client: Socket): void {
    if (this.state === 'reset') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.target);
    const pair: Pair = { client, server, isStale: false };
    this.pairs.add(pair);
    const end = () => {
      // A hole also hides that the other side is gone: the connection is half-open.
      if (this.swallows(pair)) return;
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    client.on('data', (bytes) => this.carry(pair, server, bytes));
    server.on('data', (bytes) => {
      if (this.state === 'noAnswers' && !pair.isStale) {
        pair.client.resetAndDestroy();
        server.destroy();
        this.pairs.delete(pair);
        return;
      }
      this.received += bytes.length;
      this.carry(pair, client, bytes);
    });
  }

  private carry(pair: Pair, to: Socket, bytes: Buffer): void {
    const write = () => {
      if (!this.swallows(pair) && to.writable) to.write(bytes);
    };
    if (this.delayMs > 0) setTimeout(write, this.delayMs);
    else write();
  }

  private swallows({ isStale }: Pair): boolean {
    return isStale || this.state === 'hole';
  }
}
