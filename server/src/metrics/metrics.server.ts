import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MetricsServer {
  url: URL;
  close(): Promise<void>;
}

/** Serves the metrics to Prometheus at /metrics, on a port of its own that no user must reach. */
export async function startMetricsServer(
  figures: { contentType: string; text(): Promise<string> },
  { host, port }: { host: string; port: number },
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
  await listen(server, host, port);
  const bound = server.address() as AddressInfo;
  return {
    url: new URL(
      `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}/metrics`,
    ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
