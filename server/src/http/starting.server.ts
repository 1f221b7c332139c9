import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { API_BASE_PATH, PROTOCOL_HEADER } from '@livelane/shared/http/headers';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import { AppError, errorBody } from './errors';
import { listen, type Place } from './listen';
import { REQUEST_ID_HEADER } from './request-log';

export interface StartingServer {
  /** Where it listens, and where the node is going to. */
  port: number;
  /** Frees the port. */
  close(): Promise<void>;
}

const AGAIN = { 'Retry-After': '1', 'Cache-Control': 'no-store', Connection: 'close' };
/** Not empty: a browser would show an error of its own, and would not ask again. */
const PAGE = '<!doctype html><meta http-equiv="refresh" content="1"><title>Livelane</title>';

/**
 * Answers while the node starts, which may take long: it waits for a database, migrates it or builds an index.
 * `/healthz` says that the process lives; all else is 503, and a page asks again by itself.
 */
export async function answerWhileStarting(place: Place): Promise<StartingServer> {
  const server = createServer(({ url = '' }, res) => {
    const json = (status: number, body: object) =>
      res.writeHead(status, { ...AGAIN, 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/healthz') json(200, { ok: true });
    else if (url === '/readyz') json(503, { ready: false });
    else if (url.startsWith(`${API_BASE_PATH}/`)) {
      const requestId = randomUUID();
      res.setHeader(PROTOCOL_HEADER, String(PROTOCOL)).setHeader(REQUEST_ID_HEADER, requestId);
      json(503, errorBody(new AppError('unavailable'), requestId));
    } else res.writeHead(503, { ...AGAIN, 'Content-Type': 'text/html' }).end(PAGE);
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
