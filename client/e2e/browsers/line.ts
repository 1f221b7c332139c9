import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../../test-kit/freePort';

/** The line between a browser and the server: every browser notices in the same way that it is cut. */
export interface Line {
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** @param to the server's port */
export async function openLine(to: number): Promise<Line> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server;
  const mend = async () => {
    server = createServer((client) => {
      const upstream = connect(to, '127.0.0.1');
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.once('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
        // Its end says it all.
        socket.on('error', () => undefined);
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  };
  await mend();
  return {
    url: `http://127.0.0.1:${port}`,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend,
  };
}
