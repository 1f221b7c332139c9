import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as setTimeoutPromise } from 'node:timers/promises';
import type { EmbeddedMongo } from '@livelane/embedded-mongo';
import { ConfigError, readConfig } from './config';
import { startEmbedded } from './database/embedded';
import { createOutageLog } from './database/outage.log';
import { answerWhileStarting } from './http/starting.server';
import { openOutput } from './output';
import { mistypedSettings } from './setting-typos';

/** The process exits at the latest this long after the signal (SPEC.md#faults). */
const EXIT_MS = 25_000;
/**
 * After SIGTERM the node reports that it is not ready, but goes on serving for this long, so that a
 * balancer can notice. Ctrl+C (SIGINT) does not wait, nor does a reload in development.
 */
const DRAIN_NOTICE_MS = 2_000;

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const output = openOutput();
  const { logger, databaseServes } = createOutageLog(config.logLevel, output);
  for (const sentence of mistypedSettings(process.env)) logger.warn(sentence);
  const starting = await answerWhileStarting(config);
  const embedded = config.mongodbUri === undefined ? await launchDatabase(config.dataDir) : undefined;
  // Most of the server, loaded while the database's thread starts.
  const [{ openDatabase }, { createApp }] = [await import('./database/connect'), await import('./app')];
  const database = await openDatabase(config, logger, embedded?.starting);
  const app = createApp({
    config: { ...config, port: starting.port },
    connection: database.connection,
    changesOf: database.changesOf,
    isOnlyNode: database.isOnlyProcess || undefined,
    logger,
    clientFolder: clientFolder(),
  });
  app.services.nodes.onRenewed(databaseServes);
  const address = await app.listen(starting.close).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => {
      logger.fatal(
        `it took longer than ${EXIT_MS / 1000} s to end in order: the process exits, and what is left undone is done after the next start`,
      );
      process.exit(1);
    }, EXIT_MS).unref();
    app.drain();
    if (signal === 'SIGTERM' && process.env.NODE_ENV !== 'development')
      await setTimeoutPromise(DRAIN_NOTICE_MS);
    await app.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logger.fatal({ err: error }, 'graceful shutdown failed');
        process.exit(1);
      });
    });
  }
  output.write(`Livelane is ready: ${config.publicUrl?.href ?? address.href}\n`);
}

/** Starts the embedded database's thread in parallel with loading the rest of the server, which halves the start. */
function launchDatabase(dataDir: string): Promise<{ starting: Promise<EmbeddedMongo> }> {
  return new Promise((resolve) => {
    const starting: Promise<EmbeddedMongo> = startEmbedded(dataDir, {
      onLaunched: () => resolve({ starting }),
    });
    // If another process serves the folder, or none can, there is no thread to wait for.
    const settled = () => resolve({ starting });
    starting.then(settled, settled);
  });
}

/** The built client beside the server's bundle; absent in development, where Vite serves it. */
function clientFolder(): string | undefined {
  const folder = path.resolve(__dirname, '../../client/dist');
  return existsSync(path.join(folder, 'index.html')) ? folder : undefined;
}

/** Where an address could not be listened on, in the system's error. */
interface Unlistenable {
  port: number;
  address: string;
  /** Where the name of the address is unknown. */
  hostname: string;
}

/** Advice for the operator about an error at the start. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Livelane cannot start with these settings:\n${error.message}`;
  const { code, port, address, hostname, message } = error as NodeJS.ErrnoException & Partial<Unlistenable>;
  const host = address ?? hostname;
  const setting = String(port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE') {
    return `Livelane could not start: port ${port} is in use. End what uses it, or choose another one with ${setting}.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Livelane could not start: port ${port} is reserved for the system. Choose another one with ${setting}.`;
  }
  const hostSetting = (['METRICS_HOST', 'HOST'] as const).find((name) => host && process.env[name] === host);
  if (hostSetting && ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code ?? '')) {
    return `Livelane could not start: ${host} is no address of this machine. Choose another one with ${hostSetting}.`;
  }
  return `Livelane could not start: ${error instanceof Error ? message : String(error)}`;
}

/** Runs Livelane until a signal ends it; prints one message if it cannot start. */
export async function serve(): Promise<void> {
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

// In development; main.ts calls the built one.
if (require.main === module) void serve();
