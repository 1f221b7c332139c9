import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect as connectLine, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import ConnectionString from 'mongodb-connection-string-url';

/** An embedded database of its own behind a line that can fail. */
export interface DatabaseLine {
  uri: string;
  /** While true, a connection that carries an insert is cut. */
  cutsInserts: boolean;
  close(): Promise<void>;
}

export async function startDatabaseLine(): Promise<DatabaseLine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'livelane-cut-'));
  const database = await startEmbeddedMongo({ folder, relaxed: true });
  const socketPath = new ConnectionString(database.uri).hosts[0] as string;
  const server = createServer((client) => {
    const upstream = connectLine(decodeURIComponent(socketPath));
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    client.on('close', () => upstream.destroy());
    upstream.pipe(client);
    client.on('data', (bytes) => {
      if (line.cutsInserts && bytes.includes('insert')) client.destroy();
      else upstream.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const line: DatabaseLine = {
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    cutsInserts: false,
    async close() {
      server.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return line;
}
