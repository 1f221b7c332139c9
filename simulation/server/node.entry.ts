import type { Server as HttpServer } from 'node:http';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { Request, Response } from 'express';
import type { Connection } from 'mongoose';
import { pino } from 'pino';
import { type ChangesOf, createIndexes } from '../../server/src/database/connect';
import { inMemory } from '../../server/src/http/counters';
import { toAppError } from '../../server/src/http/error.handler';
import { AppError, errorBody } from '../../server/src/http/errors';
import type { Answer, RouteDefinition } from '../../server/src/http/route';
import { createNode } from '../../server/src/node';
import type { NodeBus } from '../../server/src/nodes/node.bus';
import { boardHeadModel } from '../../server/src/oplog/op.model';
import { renewEpochs } from '../../server/src/oplog/renew-epochs';
import type { RealtimeObserver } from '../../server/src/realtime/realtime.types';

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

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const PUBLIC_URL = new URL('http://livelane.test');

const UNOBSERVED: RealtimeObserver = {
  fannedOut: () => undefined,
  gap: () => undefined,
  reset: () => undefined,
  subscribed: () => undefined,
  slowClientDisconnected: () => undefined,
};

/**
 * One server process without its ports, put together as `app.ts` does it. Time, chance, the database's connection and
 * Socket.IO come from the code that loads this file.
 */
export function createSimulatedNode(
  connection: Connection,
  bus: NodeBus,
  onUnexpected: (error: unknown) => void,
  { isOnlyNode, changesOf }: { isOnlyNode: boolean; changesOf: ChangesOf | undefined },
) {
  const logger = pino({ level: 'silent' });
  const config = {
    jwtSecret: 'not used: accounts are not simulated',
    registration: 'open',
    registrationsPerHour: 0,
    budgets: { requestsPerMinute: Number.MAX_SAFE_INTEGER, megabytesPerMinute: 1_000_000_000 },
    adminEmails: [],
    historyDays: undefined,
    linkTtlSeconds: undefined,
    oidc: undefined,
    mail: undefined,
    mailRetrySeconds: 60,
    notifications: {
      mailWindowSeconds: 600,
      mailDigestSeconds: undefined,
      dueCheckSeconds: 300,
      pushAllowsPrivate: false,
    },
  } as const;
  const node = createNode({
    config,
    connection,
    changesOf,
    isOnlyNode,
    logger,
    publicUrl: () => PUBLIC_URL,
    httpServer: {} as HttpServer,
    allowedOrigins: () => [],
    bus,
    counter: inMemory,
    observer: UNOBSERVED,
    identities: {
      // The simulation's tokens end with their user's id.
      authenticate: async (token) => ({
        userId: token.slice(token.lastIndexOf('.') + 1),
        sessionId: token,
        expiresAt: Date.now() + YEAR_MS,
      }),
      sessions: { ended: async () => new Map() },
    },
  });
  const { services, realtime } = node;
  const routes = node.routes((_req, _res, next) => next());

  return {
    services,
    /** Creates the indexes, as a first start does. */
    createIndexes: () => createIndexes(connection),
    /** A process's work before it listens. */
    start: () => node.finishLeftOver(new Date()),
    /** R6: the last step of `npm run restore`. */
    renewEpochs: () => renewEpochs(boardHeadModel(connection)),
    watchedBoards: () => realtime.watchedBoards(),
    /** Ends its timers, as the end of its process does. */
    halt(): void {
      void realtime.close();
    },
    /** Its periodic work. */
    async tidy(): Promise<void> {
      await node.finishLeftOver();
      await services.team.sweep.purge();
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

export type SimulatedNode = ReturnType<typeof createSimulatedNode>;

function answer(routes: readonly RouteDefinition[], request: NodeRequest): Promise<Answer> {
  const url = new URL(request.path, PUBLIC_URL);
  const method = request.method.toLowerCase();
  for (const definition of routes) {
    if (definition.method !== method) continue;
    const params = matched(definition.path, url.pathname);
    if (!params) continue;
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
