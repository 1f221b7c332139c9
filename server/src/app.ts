import { createServer, type RequestListener } from 'node:http';
import { hostname } from 'node:os';
import { API_BASE_PATH } from '@livelane/shared/http/headers';
import compression from 'compression';
import express, { type Express } from 'express';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { Config } from './config';
import { answers, type ChangesOf, createIndexes } from './database/connect';
import { patiently } from './database/database-away';
import { installationOf } from './database/installation';
import { bringUpToDate } from './database/schema-version';
import { SharedReads } from './database/shared-reads';
import { bearerOf } from './http/bearer';
import { jsonBody } from './http/body';
import { clientFiles } from './http/client-files';
import { inMemory, inRedis } from './http/counters';
import { errorHandler } from './http/error.handler';
import { AppError } from './http/errors';
import { addressOf, listen } from './http/listen';
import { requireOwnOrigin } from './http/origin';
import { protocolNumber } from './http/protocol';
import { requestLog } from './http/request-log';
import { mountRoutes } from './http/route';
import { securityHeaders } from './http/security';
import { type MetricsServer, startMetricsServer } from './metrics/metrics.server';
import { createNodeMetrics } from './metrics/node.metrics';
import { createNode } from './node';
import { redisBus, silentBus } from './nodes/node.bus';
import { createRedisLink } from './nodes/redis-link';
import type { Realtime } from './realtime/realtime';
import type { Services } from './services';
import { settingDigests } from './setting-digests';

/**
 * How long an idle connection is kept: longer than proxies keep theirs (Caddy 2 min, nginx 1 min). Otherwise
 * a proxy sends a request into a connection that is just being closed, and answers 502.
 */
const KEEP_ALIVE_MS = 130_000;
/** A request without its body: the address of a board may name all projects of a workspace, 40 bytes each. */
const HEADERS_MAX_BYTES = 64_000;
/** How long requests in flight may take at shutdown (SPEC.md#faults: exit within 25 s). */
const DRAIN_MS = 15_000;
/** How often connections without a request are closed meanwhile. */
const CLOSE_IDLE_MS = 50;

export interface AppDependencies {
  config: Config;
  connection: Connection;
  /** Tells which data is unchanged; without it, the database is queried each time. */
  changesOf?: ChangesOf | undefined;
  /**
   * No other process writes to this database, so answers need not wait for the work after the commit point. Absent: the
   * processes that do notify each other.
   */
  isOnlyNode?: boolean | undefined;
  logger: Logger;
  /** Folder of the built client; without one only the API is served. */
  clientFolder?: string | undefined;
}

export interface App {
  services: Services;
  realtime: Realtime;
  /** Prepares the database, calls `onPrepared`, listens and resolves with the address. */
  listen(onPrepared?: () => Promise<void>): Promise<URL>;
  /** Asks balancers and clients to use another node; everything is still served. */
  drain(): void;
  /** Takes no more connections, finishes the requests in flight and closes the live connections. */
  close(): Promise<void>;
}

/** One Livelane node: REST, live push and the client's files on one origin. */
export function createApp(dependencies: AppDependencies): App {
  const { config, connection, changesOf, isOnlyNode, logger, clientFolder } = dependencies;
  // Set before the live side is attached, which then keeps its own path from it.
  let handle: RequestListener = (_req, res) => void res.writeHead(503, { 'Retry-After': '1' }).end();
  const server = createServer({ maxHeaderSize: HEADERS_MAX_BYTES }, (req, res) => handle(req, res));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  let state: 'starting' | 'ready' | 'draining' = 'starting';
  let address: URL | undefined;
  const publicUrl = (): URL => config.publicUrl ?? address ?? addressOf(config);
  const allowedOrigins = (): string[] => ownOrigins(publicUrl(), address);

  const redis = config.redisUrl && createRedisLink(config.redisUrl, logger);
  const metrics = createNodeMetrics();
  const node = createNode({
    config,
    connection,
    changesOf,
    isOnlyNode,
    logger,
    publicUrl,
    httpServer: server,
    allowedOrigins,
    bus: redis ? redisBus(redis, logger) : silentBus,
    counter: redis ? inRedis(redis) : inMemory,
    observer: metrics.realtime,
    onAudit: metrics.audited,
  });
  const { services, realtime } = node;
  metrics.observeLog(services.oplog);

  /** Callers of one moment share the answer: a stranger who asks in a loop delays no balancer. */
  const pings = new SharedReads<null, boolean>(async () => [await answers(connection)]);

  const buildExpress = (): Express => {
    const app = express();
    app.disable('x-powered-by');
    app.set('trust proxy', config.trustProxy);
    app.set('etag', false);
    app.use(requestLog(logger, metrics.answered));
    app.use((_req, res, next) => {
      // A proxy that keeps connections must not send a request into one that is about to close.
      if (state === 'draining') res.set('Connection', 'close');
      next();
    });
    app.get('/healthz', (_req, res) => void res.set('Cache-Control', 'no-store').json({ ok: true }));
    app.get('/readyz', async (_req, res) => {
      const ready = state === 'ready' && (await pings.read(null));
      if (!ready) res.set('Retry-After', '1');
      res
        .status(ready ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .json({ ready });
    });
    app.use(securityHeaders(publicUrl()));
    app.use(compression());
    const ownOrigin = requireOwnOrigin(allowedOrigins(), logger);
    const routes = node.routes(ownOrigin);
    app.use(
      API_BASE_PATH,
      protocolNumber,
      jsonBody(),
      mountRoutes(
        routes,
        (req, onSigned) => services.auth.authenticate(bearerOf(req), onSigned),
        (userId) => services.admin.requireAdmin(userId),
        services.budgets,
      ),
    );
    app.use(API_BASE_PATH, refuseUnknown);
    if (clientFolder) app.use(clientFiles(clientFolder, config));
    app.use(refuseUnknown);
    app.use(errorHandler(logger));
    return app;
  };

  const checks = metrics.checkBoards(
    (id) => services.boardCheck.check(id),
    () => realtime.watchedBoards(),
    logger,
  );
  let metricsServer: MetricsServer | undefined;
  const serveMetrics = async () => {
    if (!config.metrics) return;
    metrics.addProcess();
    if (!config.mongodbUri) metrics.addDisk(config.dataDir);
    metricsServer = await startMetricsServer(
      {
        contentType: metrics.contentType,
        text: () =>
          metrics.text({
            sockets: realtime.socketCount(),
            boards: realtime.watchedBoards().length,
            ready: state === 'ready',
            redis: redis && redis.commands.status === 'ready',
          }),
      },
      config.metrics,
    );
    logger.info({ metrics: metricsServer.url.href }, 'metrics for Prometheus');
  };

  return {
    services,
    realtime,
    async listen(onPrepared) {
      const prepare = async (): Promise<void> => {
        await bringUpToDate(connection, logger);
        await createIndexes(connection);
        if (redis && connection.db) await redis.connect(await installationOf(connection.db));
      };
      await patiently(prepare, logger);
      const description = { name: `${hostname()}:${config.port}`, settings: settingDigests(config) };
      await patiently(() => services.nodes.start(description, isOnlyNode), logger);
      await patiently(() => node.finishLeftOver(new Date()), logger);
      await serveMetrics();
      await onPrepared?.();
      address = addressOf(await listen(server, config));
      handle = buildExpress();
      node.start();
      state = 'ready';
      return address;
    },
    drain() {
      if (state === 'draining') return;
      state = 'draining';
      realtime.drain();
    },
    async close() {
      this.drain();
      checks.stop();
      const forced = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      // Connections that are kept alive become idle one after another, as their requests end.
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
      await node.stop();
      clearInterval(idle);
      clearTimeout(forced);
      redis?.close();
      await metricsServer?.close();
    },
  };
}

/** For a path where nothing is. */
function refuseUnknown(): never {
  throw new AppError('not_found');
}

/** Our own origins: the public one, and the address that this node listens on. In both, 127.0.0.1 is as good as `localhost`. */
function ownOrigins(publicUrl: URL, address: URL | undefined): string[] {
  const origins = [publicUrl.origin, ...(address ? [address.origin] : [])];
  return [...origins, ...origins.map((origin) => origin.replace(/\/\/localhost(?=:|$)/, '//127.0.0.1'))];
}
