import { createServer } from 'node:http';
import { listen, type Place } from './listen';

export interface StartingServer {
  /** Where it listens, and where the node is going to. */
  port: number;
  /** Frees the port. */
  close(): Promise<void>;
}

/**
 * Answers while the node starts, which may take long: it waits for a database, migrates it or builds an index.
 * `/healthz` says that the process lives; all else is 503, and a page asks again by itself.
 */
export async function answerWhileStarting(place: Place): Promise<StartingServer> {
  const server = createServer((req, res) => {
    const json = { 'Content-Type': 'application/json' };
    res.setHeader('Connection', 'close');
    if (req.url === '/healthz') res.writeHead(200, json).end(JSON.stringify({ ok: true }));
    else if (req.url === '/readyz')
      res.writeHead(503, { ...json, 'Retry-After': '1' }).end(JSON.stringify({ ready: false }));
    else res.writeHead(503, { 'Retry-After': '1', Refresh: '1' }).end();
  });
  const { port } = await listen(server, place);
  return {
    port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
