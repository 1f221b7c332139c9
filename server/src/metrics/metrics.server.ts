import { createServer } from 'node:http';
import { listen, type Place } from '../http/listen';

export interface MetricsServer {
  url: URL;
  close(): Promise<void>;
}

/** Serves the metrics to Prometheus at /metrics, on a port of its own that no user must reach. */
export async function startMetricsServer(
  figures: { contentType: string; text(): Promise<string> },
  place: Place,
): Promise<MetricsServer> {
  const server = createServer(async (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    try {
      const text = await figures.text();
      res.writeHead(200, { 'Content-Type': figures.contentType }).end(text);
    } catch {
      res.writeHead(500).end();
    }
  });
  const { host, port } = await listen(server, place);
  return {
    url: new URL(`http://${host}:${port}/metrics`),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
