import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How often the nodes are asked whether they are ready. */
const LOOK_MS = 100;

interface Node {
  url: URL;
  ready: boolean;
}

/**
 * A reverse proxy as in front of several nodes: each request and each WebSocket goes to the
 * next node that is ready, without sticky sessions; a node that takes no connection is passed over.
 */
export class Balancer {
  private readonly nodes = new Map<string, Node>();
  private readonly pipes = new Map<Duplex, string>();
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (req, res) => this.forward(req, res));
    server.on('upgrade', (req, socket, head) => this.upgrade(req, socket, head));
    this.timer = setInterval(() => void this.look(), LOOK_MS);
  }

  static async start(): Promise<Balancer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Balancer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on the node gets its part, once it is ready. */
  async add(url: string): Promise<void> {
    this.nodes.set(url, { url: new URL(url), ready: false });
    await this.look();
  }

  remove(url: string): void {
    this.nodes.delete(url);
  }

  /** WebSockets that a node holds. */
  socketsOf(url: string): number {
    return [...this.pipes.values()].filter((node) => node === url).length;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const socket of this.pipes.keys()) socket.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async look(): Promise<void> {
    await Promise.all(
      [...this.nodes.values()].map(async (node) => {
        node.ready = await fetch(new URL('/readyz', node.url)).then(
          ({ status }) => status === 200,
          () => false,
        );
      }),
    );
  }

  /** The nodes that are ready, each time another one first. */
  private inTurn(): Node[] {
    const ready = [...this.nodes.values()].filter((node) => node.ready);
    this.turn++;
    return ready.map((_, index) => ready[(index + this.turn) % ready.length] as Node);
  }

  private forward(req: IncomingMessage, res: ServerResponse): void {
    const body: Buffer[] = [];
    req.on('data', (chunk: Buffer) => body.push(chunk));
    req.on('end', () => this.send(this.inTurn(), req, Buffer.concat(body), res));
  }

  private send([node, ...others]: Node[], req: IncomingMessage, body: Buffer, res: ServerResponse): void {
    if (!node) {
      res.writeHead(503, { 'Retry-After': '1' }).end();
      return;
    }
    const { hostname, port } = node.url;
    const { method, url, headers } = req;
    const out = request({ hostname, port, method, path: url, headers, agent: false });
    let taken = false;
    out.on('socket', (socket) => socket.once('connect', () => (taken = true)));
    out.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
      answer.on('error', () => res.destroy());
    });
    out.on('error', () => {
      // Only what no node has seen may go to another one.
      if (!taken) this.send(others, req, body, res);
      else res.destroy();
    });
    out.end(body);
  }

  private upgrade(req: IncomingMessage, client: Duplex, head: Buffer): void {
    const [node] = this.inTurn();
    client.on('error', () => client.destroy());
    if (!node) {
      client.destroy();
      return;
    }
    const lines = [`${req.method} ${req.url} HTTP/1.1`];
    for (let i = 0; i < req.rawHeaders.length; i += 2)
      lines.push(`${req.rawHeaders[i]}: ${req.rawHeaders[i + 1]}`);
    const upstream: Socket = connect(Number(node.url.port), node.url.hostname, () => {
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    this.pipes.set(client, node.url.origin);
    const end = () => {
      this.pipes.delete(client);
      upstream.destroy();
      client.destroy();
    };
    upstream.on('error', end).on('close', end);
    client.on('close', end);
  }
}
