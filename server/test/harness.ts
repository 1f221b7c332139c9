import { randomBytes } from 'node:crypto';
import type { ClientToServerEvents, ServerToClientEvents } from '@livelane/shared/realtime/events';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { io, type Socket } from 'socket.io-client';
import { type App, createApp } from '../src/app';
import type { Config } from '../src/config';
import { ApiClient } from './api.client';
import { startTestDatabase, type TestDatabase } from './database';

/** The nodes of one test process sign alike, as the nodes of one installation do. */
const JWT_SECRET = randomBytes(48).toString('base64url');

export type TestSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Someone with an access token. */
export interface TokenHolder {
  token: string;
}

/** One line of the server's log, parsed. */
export type LogLine = Record<string, unknown>;

interface TestServerOptions {
  /** Several nodes, or a restart, on one database; without it the server has its own. */
  database?: TestDatabase;
  /**
   * Without `database`, or when this says so, the server works as one that is alone on its database, else as one of several;
   * `unknown`: it finds out, as on a MongoDB.
   */
  isOnlyNode?: boolean | 'unknown';
  config?: Partial<Config>;
  clientFolder?: string;
}

interface SocketOptions {
  transports?: Array<'websocket' | 'polling'>;
  headers?: Record<string, string>;
}

export interface TestServer {
  /** Without a slash at its end. */
  url: string;
  app: App;
  connection: Connection;
  /** Everything that the server has logged so far. */
  log: LogLine[];
  /** Calls the API as this user, or as nobody. */
  request(user?: TokenHolder): ApiClient;
  /** A connected socket; the server's stop closes it. @throws the handshake's refusal */
  socket(user: TokenHolder, options?: SocketOptions): Promise<TestSocket>;
  stop(): Promise<void>;
}

/** Settings that limit nothing. */
export const testConfig = (overrides: Partial<Config> = {}): Config => ({
  port: 0,
  host: '127.0.0.1',
  publicUrl: undefined,
  dataDir: '',
  mongodbUri: undefined,
  redisUrl: undefined,
  jwtSecret: JWT_SECRET,
  metrics: undefined,
  registration: 'open',
  adminEmails: [],
  historyDays: undefined,
  oidc: undefined,
  linkTtlSeconds: undefined,
  mail: undefined,
  mailRetrySeconds: 60,
  notifications: {
    mailWindowSeconds: 600,
    mailDigestSeconds: undefined,
    dueCheckSeconds: 300,
    pushAllowsPrivate: false,
  },
  registrationsPerHour: 100,
  budgets: { requestsPerMinute: 1_000_000, megabytesPerMinute: 100_000 },
  logLevel: 'debug',
  trustProxy: 0,
  ...overrides,
});

/** A test that fails leaves its servers behind: one that listens keeps Jest from ending. */
const running = new Set<TestServer>();
afterAll(async () => {
  for (const server of running) await server.stop();
});

/** The real app on 127.0.0.1 with a real database and real sockets. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await startTestDatabase());
  const connection = await database.connect();
  const log: LogLine[] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void log.push(JSON.parse(line) as LogLine) });
  const config = testConfig(options.config);
  const { clientFolder, isOnlyNode = !options.database } = options;
  const changesOf = isOnlyNode === true ? database.changesOf : undefined;
  const app = createApp({
    config,
    connection,
    changesOf,
    isOnlyNode: isOnlyNode === 'unknown' ? undefined : isOnlyNode,
    logger,
    clientFolder,
  });
  const { port } = await app.listen();
  const url = `http://127.0.0.1:${port}`;
  const sockets: TestSocket[] = [];
  let stopped: Promise<void> | undefined;
  const server: TestServer = {
    url,
    app,
    connection,
    log,
    request: (user) => new ApiClient(url, user && { Authorization: `Bearer ${user.token}` }),
    async socket(user, { transports = ['websocket'], headers = {} } = {}) {
      const socket: TestSocket = io(url, {
        auth: { token: user.token },
        transports,
        extraHeaders: headers,
        reconnection: false,
        forceNew: true,
      });
      sockets.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    },
    stop() {
      running.delete(server);
      stopped ??= stop();
      return stopped;
    },
  };
  const stop = async () => {
    for (const socket of sockets) socket.disconnect();
    await app.close();
    if (options.database) await connection.close();
    else await database.close();
  };
  running.add(server);
  return server;
}

/** The server of a test file: it starts before the file's tests and stops after them. */
export function serverForTests(options: TestServerOptions = {}): TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  afterAll(() => server?.stop());
  const running = (): TestServer => {
    if (!server) throw new Error('the server runs while tests do');
    return server;
  };
  return {
    get url() {
      return running().url;
    },
    get app() {
      return running().app;
    },
    get connection() {
      return running().connection;
    },
    get log() {
      return running().log;
    },
    request: (user) => running().request(user),
    socket: (user, of) => running().socket(user, of),
    stop: () => running().stop(),
  };
}

/** The next message of one kind; register it before the act that causes it. */
export function nextEvent<Event extends keyof ServerToClientEvents>(
  socket: TestSocket,
  event: Event,
): Promise<Parameters<ServerToClientEvents[Event]>[0]> {
  return new Promise((resolve) => {
    socket.once(event as 'board:ops', resolve as (message: unknown) => void);
  });
}

/** Resolves once the server or the network has ended the connection. */
export function disconnected(socket: TestSocket): Promise<void> {
  if (socket.disconnected) return Promise.resolve();
  return new Promise((resolve) => socket.once('disconnect', () => resolve()));
}
