import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IDEMPOTENCY_KEY_HEADER } from '@livelane/shared/http/headers';
import type { ProjectAction, WorkspaceAction } from '@livelane/shared/permissions/permissions';
import { uuidSchema } from '@livelane/shared/values/uuid';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { AnswersUnderWay, disconnectWhenStalled, LARGE_BYTES } from './answers-under-way';
import type { Budgets } from './budgets';
import type { UserLimit } from './rate-limit';
import { validate } from './validate';

/**
 * Who may call a route. `session`: any signed-in user, about their own data. `admin`: administrators; 404 for others.
 * The others name the row of the rights table that the service checks; the suite fails for a route without one (I15).
 */
type RouteAccess =
  | 'public'
  | 'session'
  | 'admin'
  | { scope: 'workspace'; action: WorkspaceAction }
  | { scope: 'project'; action: ProjectAction };

export interface SignedIn {
  userId: string;
  sessionId: string;
}

interface RouteContext<Params, Query, Body, Early = unknown> {
  /** The caller: always the token's user. On public routes there is none, and reading it throws. */
  user: SignedIn;
  params: Params;
  query: Query;
  body: Body;
  /** The result of `begin`; null without one, and if the request is not valid. */
  early: Early | null;
  /** The request's `Idempotency-Key`, or one made here (SPEC.md#rest). */
  mutationId: string;
  requestId: string;
  req: Request;
  res: Response;
}

export interface Answer {
  status: number;
  /** Sent as JSON; bytes and streams are JSON already, or match their `Content-Type`. */
  body?: unknown;
  headers?: Record<string, string>;
}

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

export interface RouteDefinition {
  method: 'get' | 'post' | 'put' | 'delete';
  /** Below /v1. */
  path: string;
  access: RouteAccess;
  /** Runs before authentication: limits and origin checks. */
  before: readonly RequestHandler[];
  /** Counts the requests of one signed-in user. */
  userLimit?: UserLimit | undefined;
  /** Answers, or the work for them, may be large: a user may have only a few under way (R32). */
  isLarge: boolean;
  /** Begins reads that the request will need, while its session is looked up. */
  begin?:
    | ((context: { userId: string; params: unknown; body: unknown; req: Pick<Request, 'get'> }) => unknown)
    | undefined;
  handle(context: RouteContext<unknown, unknown, unknown>): Promise<Answer>;
}

/** The parameters that a path names. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamsOf<Path extends string, P> = P extends z.ZodMiniType ? z.output<P> : Record<NamesIn<Path>, string>;

interface RouteOptions<Params, P, Q, B, Early> {
  access: RouteAccess;
  before?: readonly RequestHandler[];
  userLimit?: UserLimit;
  isLarge?: boolean;
  /** Schema of the path's parameters; by default each is a UUID. */
  params?: P;
  query?: Q;
  body?: B;
  /** Only reads without effects: the caller may turn out to have no session. Their rejections must be handled. */
  begin?(asked: { userId: string; params: Params; body: Parsed<B>; req: Pick<Request, 'get'> }): Early | null;
}

type RouteAnswer<Context> =
  | { handler(context: Context): Promise<Answer> }
  | {
      /** 200 by default. */
      status?: 200 | 201 | 204;
      /** The body; not sent with 204. */
      answer(context: Context): unknown;
    };

/** Declares a route: its input schemas, its access and its handler. @param path below /v1 */
export function route<
  Path extends string,
  P extends z.ZodMiniType | undefined = undefined,
  Q extends z.ZodMiniType | undefined = undefined,
  B extends z.ZodMiniType | undefined = undefined,
  Early = undefined,
>(
  method: RouteDefinition['method'],
  path: Path,
  input: RouteOptions<ParamsOf<Path, P>, P, Q, B, Early> &
    RouteAnswer<RouteContext<ParamsOf<Path, P>, Parsed<Q>, Parsed<B>, Early>>,
): RouteDefinition {
  const { access, before = [], userLimit, isLarge = false, query, body } = input;
  const params = input.params ?? idsIn(path);
  return {
    method,
    path,
    access,
    before,
    userLimit,
    isLarge,
    begin:
      input.begin &&
      (({ userId, params: givenParams, body: givenBody, req }) => {
        const [asked, sent] = [params.safeParse(givenParams), body?.safeParse(givenBody ?? {})];
        if (!asked.success || sent?.success === false) return null;
        return input.begin?.({
          userId,
          params: asked.data as ParamsOf<Path, P>,
          body: sent?.data as Parsed<B>,
          req,
        });
      }),
    handle: async (context) => {
      const valid = {
        mutationId: context.mutationId,
        requestId: context.requestId,
        req: context.req,
        res: context.res,
        early: context.early as Early | null,
        params: validate(params, context.params) as ParamsOf<Path, P>,
        query: (query && validate(query, context.query)) as Parsed<Q>,
        body: (body && validate(body, context.body ?? {})) as Parsed<B>,
        get user() {
          return context.user;
        },
      };
      if ('handler' in input) return input.handler(valid);
      const { status = 200 } = input;
      const answer = await input.answer(valid);
      return status === 204 ? { status } : { status, body: answer };
    },
  };
}

/** By default every parameter is an id. */
function idsIn(path: string): z.ZodMiniType {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, uuidSchema])));
}

/** Answers belong to their reader; no cache keeps them unless a route says how. */
const NOT_STORED = { 'Cache-Control': 'no-store' };

/**
 * The user of a request's bearer token. @throws AppError `unauthenticated` for a bad one, and when its session has
 * ended
 * @param onSigned called with the user of a valid token before the session is looked up
 */
export type Authenticate = (req: Request, onSigned: (signed: SignedIn) => void) => Promise<SignedIn>;

/** Mounts routes: authenticate, validate, then the handler, whose first act is the access check. */
export function mountRoutes(
  routes: readonly RouteDefinition[],
  authenticate: Authenticate,
  requireAdmin: (userId: string) => Promise<void>,
  budgets: Budgets,
): Router {
  const router = Router({ caseSensitive: true, strict: false });
  const underWay = new AnswersUnderWay();
  for (const definition of routes) {
    router[definition.method](definition.path, ...definition.before, async (req, res) => {
      res.locals.route = definition.path;
      let early: unknown = null;
      const begin = ({ userId }: SignedIn): void => {
        early = definition.begin?.({ userId, params: req.params, body: req.body, req }) ?? null;
      };
      const user = definition.access === 'public' ? null : await authenticate(req, begin);
      if (user && definition.access === 'admin') await requireAdmin(user.userId);
      if (user) await budgets.begin(user.userId, req, res);
      if (user) await definition.userLimit?.(user.userId);
      // The caller has hung up meanwhile: nobody takes what would be read.
      if (definition.method === 'get' && res.closed) return;
      if (user && definition.isLarge) underWay.assertRoom(user.userId);
      const ended = user && definition.isLarge ? underWay.begin(user.userId, res) : null;
      try {
        const answer = await definition.handle({
          get user(): SignedIn {
            if (!user) throw new Error(`${definition.path} is public: nobody is signed in`);
            return user;
          },
          params: req.params,
          query: req.query,
          body: req.body,
          early,
          mutationId: mutationIdOf(req),
          requestId: res.locals.requestId,
          req,
          res,
        });
        const body = bodyOf(answer);
        if (user && !ended && Buffer.isBuffer(body) && body.length > LARGE_BYTES) {
          // What has been written is answered in any case.
          if (definition.method === 'get') underWay.assertRoom(user.userId);
          underWay.begin(user.userId, res)();
        }
        await send(answer, body, res);
      } finally {
        ended?.();
      }
    });
  }
  return router;
}

function bodyOf({ body }: Answer): Buffer | Readable | undefined {
  if (body === undefined || Buffer.isBuffer(body) || body instanceof Readable) return body;
  return Buffer.from(JSON.stringify(body));
}

async function send(
  { status, headers }: Answer,
  body: Buffer | Readable | undefined,
  res: Response,
): Promise<void> {
  disconnectWhenStalled(res);
  res.status(status).set({ ...NOT_STORED, ...headers });
  if (body === undefined) {
    res.end();
    return;
  }
  if (!headers?.['Content-Type']) res.type('json');
  if (Buffer.isBuffer(body)) res.set('Content-Length', String(body.length)).end(body);
  // The status is sent with the first bytes: after a failure the connection can only be closed.
  else await pipeline(body, res).catch(() => void res.destroy());
}

function mutationIdOf(req: Request): string {
  const given = req.get(IDEMPOTENCY_KEY_HEADER);
  return given === undefined ? randomUUID() : validate(uuidSchema, given);
}
