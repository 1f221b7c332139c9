import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';

/** Where a server listens. */
export interface Place {
  host: string;
  port: number;
}

/** Opens the port; 0 takes a free one. @throws the system's error, as EADDRINUSE or ENOTFOUND */
export async function listen(server: Server, { host, port }: Place): Promise<Place> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = server.address() as AddressInfo;
  return { host: isIPv6(bound.address) ? `[${bound.address}]` : bound.address, port: bound.port };
}

/** The address of what listens there for a browser on this machine. */
export function addressOf({ host, port }: Place): URL {
  const bare = host.replace(/^\[|\]$/g, '');
  const isHere = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(bare);
  return new URL(`http://${isHere ? 'localhost' : isIPv6(bare) ? `[${bare}]` : bare}:${port}`);
}
