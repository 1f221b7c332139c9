import type { Server } from 'node:http';
import type { RequestHandler } from 'express';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import type { ChangesOf } from './database/connect';
import { boardSource } from './features/boards/board.source';
import type { Audit } from './http/audit';
import type { CounterFactory } from './http/counters';
import type { RouteDefinition } from './http/route';
import type { NodeBus } from './nodes/node.bus';
import { Periodic } from './periodic';
import type { Publisher } from './realtime/publisher';
import { createRealtime, type Realtime } from './realtime/realtime';
import type { RealtimeObserver, SessionSource, SocketIdentity } from './realtime/realtime.types';
import { allRoutes } from './routes';
import { createServices, type ServiceConfig, type Services } from './services';

/** How often interrupted moves between projects are looked for. */
const FINISH_MOVES_MS = 10_000;

export interface NodeDependencies {
  config: ServiceConfig;
  connection: Connection;
  /** Tells which data is unchanged; without it, the database is queried each time. */
  changesOf?: ChangesOf | undefined;
  /**
   * No other process writes to this database, so answers need not wait for the work after the commit point. Absent: the
   * processes that do notify each other.
   */
  isOnlyNode?: boolean | undefined;
  logger: Logger;
  /** The node's origin for browsers; known once it listens. */
  publicUrl: () => URL;
  /** Accepts the live connections. */
  httpServer: Server;
  allowedOrigins: () => readonly string[];
  bus: NodeBus;
  /** Makes the counters of limits. */
  counter: CounterFactory;
  observer: RealtimeObserver;
  /** Called for each line of the audit log. */
  onAudit?: Audit;
  /** Authenticates sockets, if accounts are not the node's own. */
  identities?: { authenticate(token: string): Promise<SocketIdentity>; sessions: SessionSource };
}

export interface LivelaneNode {
  services: Services;
  realtime: Realtime;
  /** Every REST route below /v1. */
  routes(ownOrigin: RequestHandler): RouteDefinition[];
  /** Finishes work that a crash left over. @param before excludes younger work; by default work that may be running */
  finishLeftOver(before?: Date): Promise<void>;
  /** Starts background work: sweeps, mails, notifications. */
  start(): void;
  /** Ends that and the live connections, and waits for running work. */
  stop(): Promise<void>;
}

/**
 * One server process without its port: services, routes and the live side. The process (`app.ts`), the tests' and the
 * simulation's nodes are all assembled here.
 */
export function createNode(deps: NodeDependencies): LivelaneNode {
  const { logger, publicUrl, httpServer, allowedOrigins, bus, observer } = deps;
  // Services publish through realtime, which reads boards through the services.
  const live: Publisher = {
    push: (push) => realtime.push(push),
    isListening: (userId) => realtime.isListening(userId),
    hasTaskOpen: (userId, projectId, taskId) => realtime.hasTaskOpen(userId, projectId, taskId),
    sessionEnded: (sessionId, reason) => realtime.sessionEnded(sessionId, reason),
    userSessionsEnded: (userId, reason) => realtime.userSessionsEnded(userId, reason),
  };
  const services = createServices({ ...deps, publisher: live });
  const { auditLog, auth, ended, historyUpkeep, mail, nodes, notifications, oplog, team, transfer } =
    services;
  const { users, workspaces } = services;
  const identities = deps.identities ?? {
    authenticate: (token) => auth.authenticate(token),
    sessions: { ended: () => ended.latestEnds() },
  };
  const realtime = createRealtime({
    ...identities,
    httpServer,
    allowedOrigins,
    logger,
    bus,
    observer,
    people: { person: async (userId) => (await users.publicUsers([userId]))[0] ?? null },
    boards: boardSource({ ...services, isOnlyNode: deps.isOnlyNode ?? false }),
  });
  oplog.onCommitted((op) => realtime.committed(op));
  workspaces.onRolesRead((roles) => {
    oplog.rightsHaveChanged();
    realtime.rolesRead(roles);
  });

  const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
  const unfinishedMoves = new Periodic(
    () => transfer.finishAll(),
    logger,
    'moves between projects are still unfinished',
  );
  return {
    services,
    realtime,
    routes: (ownOrigin) => allRoutes({ services, publicUrl: publicUrl(), ownOrigin }),
    async finishLeftOver(before) {
      await team.sweep.sweep(before);
      await transfer.finishAll();
    },
    start() {
      unfinishedMoves.start(FINISH_MOVES_MS);
      team.sweep.start();
      mail.start(services.composers, async (kind, mailId) => {
        if (kind === 'notification') await notifications.mails.done(mailId);
      });
      notifications.start();
      historyUpkeep.start();
      auditLog.start();
    },
    async stop() {
      const swept = Promise.all([team.sweep.stop(), unfinishedMoves.stop()]);
      await realtime.close();
      await swept;
      await team.propagation.stop();
      await oplog.rowsCaughtUp().catch(warn('the next start ends what is left undone'));
      await nodes.stop().catch(warn('this node counts as alive for 15 s more'));
      await Promise.all([notifications.stop(), mail.stop(), historyUpkeep.stop()]).catch(
        warn('mails, notifications and upkeep wait for the next start'),
      );
      await auditLog.stop();
    },
  };
}
