import type { Server as HttpServer } from 'node:http';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { Request, Response } from 'express';
import type { Connection } from 'mongoose';
import { pino } from 'pino';
import { type ChangesOf, createIndexes } from '../../server/src/database/connect';
import { changesSightOf, isSameForAll, viewOp } from '../../server/src/features/boards/op.view';
import { inMemory } from '../../server/src/http/counters';
import { errorBody, toAppError } from '../../server/src/http/error.handler';
import { AppError } from '../../server/src/http/errors';
import type { Answer, RouteDefinition } from '../../server/src/http/route';
import type { NodeBus } from '../../server/src/nodes/node.bus';
import { boardHeadModel } from '../../server/src/oplog/op.model';
import { renewEpochs } from '../../server/src/oplog/renew-epochs';
import type { Publisher } from '../../server/src/realtime/publisher';
import { createRealtime, type Realtime } from '../../server/src/realtime/realtime';
import type { RealtimeObserver } from '../../server/src/realtime/realtime.types';
import { allRoutes } from '../../server/src/routes';
import { createServices } from '../../server/src/services';

/** A request as it reaches a node. Who sends it is known: accounts and tokens are not simulated. */
export interface NodeRequest {
  method: string;
  /** Path below /v1, with its query. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: unknown;
  userId: string;
}

export interface NodeAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON, or lines of it, or empty. */
  text: string;
}

const OPS_AT_ONCE = 500;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const PUBLIC_URL = new URL('http://livelane.test');

const UNOBSERVED: RealtimeObserver = {
  fannedOut: () => undefined,
  gap: () => undefined,
  reset: () => undefined,
  subscribed: () => undefined,
  slowReaderCut: () => undefined,
};

/**
 * One server process without its ports: the real services, routes and live side. Time, chance, the
 * database's connection and Socket.IO are those of whoever loads this file.
 */
export function createNode(
  connection: Connection,
  bus: NodeBus,
  onUnexpected: (error: unknown) => void,
  { isOnlyNode, changesOf }: { isOnlyNode: boolean; changesOf: ChangesOf | undefined },
) {
  const logger = pino({ level: 'silent' });
  let realtime: Realtime | undefined;
  const live = (): Realtime => {
    if (!realtime) throw new Error('realtime is not there yet');
    return realtime;
  };
  const publisher: Publisher = {
    accessChanged: (userId, message) => live().accessChanged(userId, message),
    accessRevoked: (userId, message) => live().accessRevoked(userId, message),
    boardSeen: (userId, message) => live().boardSeen(userId, message),
    entityStale: (userIds, message) => live().entityStale(userIds, message),
    notificationNew: (userId, message) => live().notificationNew(userId, message),
    notificationRead: (userId, message) => live().notificationRead(userId, message),
    hasTaskOpen: (userId, projectId, taskId) => live().hasTaskOpen(userId, projectId, taskId),
    sessionEnded: (sessionId, reason) => live().sessionEnded(sessionId, reason),
    userSessionsEnded: (userId, reason) => live().userSessionsEnded(userId, reason),
  };
  const config = {
    jwtSecret: 'not used: accounts are not simulated',
    registration: 'open',
    registrationsPerHour: 0,
    adminEmails: [],
    linkTtlSeconds: undefined,
    mail: undefined,
    mailRetrySeconds: 60,
    notifications: {
      mailWindowSeconds: 600,
      mailDigestSeconds: undefined,
      dueCheckSeconds: 300,
      pushAllowsPrivate: false,
    },
  } as const;
  const services = createServices({
    config,
    connection,
    changesOf,
    isOnlyNode,
    logger,
    publicUrl: () => new URL('http://simulated.invalid'),
    publisher,
    counter: inMemory,
  });
  const { boards, oplog, replicas, users } = services;
  realtime = createRealtime({
    httpServer: {} as HttpServer,
    allowedOrigins: () => [],
    logger,
    bus,
    observer: UNOBSERVED,
    sessions: { ended: async () => new Map() },
    // The simulation's tokens end with their user's id.
    authenticate: async (token) => ({
      userId: token.slice(token.lastIndexOf('.') + 1),
      sessionId: token,
      expiresAt: Date.now() + YEAR_MS,
    }),
    people: { person: async (userId) => (await users.publicUsers([userId]))[0] ?? null },
    boards: {
      subscribe: (userId, { projectId, ...cursor }) => boards.subscribe(userId, projectId, cursor),
      opsAfter: (projectId, v) => oplog.read(projectId, v, OPS_AT_ONCE),
      async heads(projectIds) {
        const heads = await oplog.headsOf(projectIds);
        return new Map([...heads].map(([id, { epoch, appliedV }]) => [id, { epoch, v: appliedV }]));
      },
      head: (projectId) => boards.head(projectId),
      forget(projectId) {
        replicas.forget(projectId);
        oplog.forget(projectId);
      },
      isSameForAll,
      viewOp,
      changesSightOf,
      taskSight: (projectId) => boards.taskSight(projectId),
    },
  });
  oplog.onCommitted((op) => live().committed(op));
  const routes = allRoutes({ services, publicUrl: PUBLIC_URL, ownOrigin: (_req, _res, next) => next() });

  return {
    services,
    /** Creates the indexes, as a first start does. */
    createIndexes: () => createIndexes(connection),
    /** What a process does before it listens. */
    async start(): Promise<void> {
      await services.team.sweep.sweep(new Date());
      await services.transfer.finishAll();
    },
    /** R6: what `npm run restore` does at its end. */
    renewEpochs: () => renewEpochs(boardHeadModel(connection)),
    watchedBoards: () => live().watchedBoards(),
    /** Ends its timers, as the end of its process does. */
    halt(): void {
      void live().close();
    },
    /** What it does every now and then. */
    async tidy(): Promise<void> {
      await services.transfer.finishAll();
      await services.team.sweep.sweep();
    },
    async handle(request: NodeRequest): Promise<NodeAnswer> {
      try {
        return presented(await answer(routes, request));
      } catch (error) {
        const known = toAppError(error);
        if (known.code === 'internal') onUnexpected(error);
        const { retryAfterSeconds } = known.details;
        const headers: Record<string, string> = retryAfterSeconds
          ? { 'retry-after': String(retryAfterSeconds) }
          : {};
        return { status: known.status, headers, text: JSON.stringify(errorBody(known, 'simulated')) };
      }
    },
  };
}

export type SimulatedNode = ReturnType<typeof createNode>;

function answer(routes: readonly RouteDefinition[], request: NodeRequest): Promise<Answer> {
  const url = new URL(request.path, PUBLIC_URL);
  for (const definition of routes) {
    const params = matched(definition.path, url.pathname);
    if (definition.method !== request.method.toLowerCase() || !params) continue;
    const req = {
      get: (name: string) => request.headers[name.toLowerCase()],
      acceptsEncodings: () => 'identity',
    } as unknown as Request;
    return definition.handle({
      user: { userId: request.userId, sessionId: request.userId },
      params,
      query: Object.fromEntries(url.searchParams),
      body: request.body,
      early: definition.begin?.({ userId: request.userId, params, body: request.body, req }) ?? null,
      mutationId: request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()] ?? crypto.randomUUID(),
      requestId: 'simulated',
      req,
      res: {} as Response,
    });
  }
  throw new AppError('not_found');
}

/** The values of a path's parameters, or null when it is another path. */
function matched(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

function presented({ status, headers = {}, body }: Answer): NodeAnswer {
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const text = body === undefined ? '' : isText ? String(body) : JSON.stringify(body);
  return { status, headers: lower, text };
}
