import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { reasonOf } from '../system-error';
import { Connection, type Handler } from './connection';

/** The listeners of one engine: a Unix socket always, TCP on 127.0.0.1 when a port is given. */
export class WireServer {
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();

  constructor(private readonly handler: Handler) {}

  /** Open client connections, for serverStatus. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Starts to listen on a Unix socket; a dead file of that name is replaced (the caller holds the folder's lock). */
  async listenOnSocket(path: string): Promise<void> {
    rmSync(path, { force: true });
    await this.listen({ path });
    chmodSync(path, 0o600);
  }

  /** Starts to listen on 127.0.0.1; returns the port (the chosen one when `port` is 0). */
  async listenOnPort(port: number): Promise<number> {
    const server = await this.listen({ host: '127.0.0.1', port });
    const address = server.address();
    return typeof address === 'object' && address ? address.port : port;
  }

  private listen(where: { path: string } | { host: string; port: number }): Promise<Server> {
    const server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      new Connection(socket, this.handler, 'path' in where);
    });
    this.servers.push(server);
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        const place = 'path' in where ? where.path : `${where.host}:${where.port} (EMBEDDED_MONGO_PORT)`;
        reject(new Error(`the database cannot listen on ${place}: ${reasonOf(error)}`, { cause: error }));
      };
      server.once('error', failed);
      server.listen(where, () => {
        server.off('error', failed);
        resolve(server);
      });
    });
  }

  /** Stops listening and cuts every connection. */
  async close(): Promise<void> {
    const closed = this.servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(closed);
  }
}
