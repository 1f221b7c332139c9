import { existsSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { createApp } from './app';
import { ConfigError, readConfig } from './config';
import { openDatabase } from './database/connect';

/** The process ends at the latest this long after it was asked to, in milliseconds (protocol section 9). */
const EXIT_MS = 25_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel });
  const database = await openDatabase(config);
  const app = createApp({
    config,
    connection: database.connection,
    logger,
    clientFolder: clientFolder(),
  });
  const address = await app.listen();
  process.stdout.write(`Livelane is ready: ${config.publicUrl?.href ?? address.href}\n`);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), EXIT_MS).unref();
    await app.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

/** The built client beside the server's bundle; absent in development, where Vite serves it. */
function clientFolder(): string | undefined {
  const folder = path.resolve(__dirname, '../../client/dist');
  return existsSync(path.join(folder, 'index.html')) ? folder : undefined;
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    error instanceof ConfigError
      ? `Livelane cannot start with these settings:\n${message}\n`
      : `Livelane could not start: ${message}\n`,
  );
  process.exit(1);
});
