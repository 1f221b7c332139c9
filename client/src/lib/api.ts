import type { ErrorCode } from '@livelane/shared/http/error.codes';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { API_BASE_PATH, PROTOCOL_HEADER } from '@livelane/shared/http/headers';
import { PROTOCOL } from '@livelane/shared/http/protocol';
import { outdated } from './outdated';
import { ownErrorBody } from './ownErrorBody';
import { patientFetch } from './patientFetch';
import { takePrefetched } from './prefetch';
import { screenLanguage } from './screenLanguage';
import { getSession, RefreshUnreachable, refreshSession } from './session';

/** A refusal by the server: `message` is text for users (specification section 8). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    readonly errors: NonNullable<ErrorBody['errors']>,
    readonly conflict: ErrorBody['conflict'] | undefined,
    readonly retryAfterMs: number | undefined,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** It does not exist, or this user may not see it. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** No answer from Livelane: offline, cut off, timed out, or an intermediary answered in its place. */
export class NetworkError extends Error {
  constructor() {
    super('The server cannot be reached');
    this.name = 'NetworkError';
  }
}

export interface RequestOptions {
  /** A function is called for each attempt: the second one is after the session's renewal. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Not with `silenceMs`. */
  signal?: AbortSignal;
  /** It ends when nothing arrives for this time. */
  silenceMs?: number;
  cache?: RequestCache;
  /** Sent even if the page is left. */
  keepalive?: boolean;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Fires `answer` whenever the server has answered, also with a refusal. */
export const answers = new EventTarget();
const answered = () => answers.dispatchEvent(new Event('answer'));

async function send(
  method: Method,
  path: string,
  { body, headers, signal, silenceMs, cache = 'default', keepalive = false }: RequestOptions,
): Promise<Response> {
  const { token } = getSession();
  const content: unknown = typeof body === 'function' ? body() : body;
  const url = API_BASE_PATH + path;
  const init: RequestInit = {
    method,
    credentials: 'include',
    cache,
    keepalive,
    headers: {
      ...(content !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      'Accept-Language': screenLanguage(),
      [PROTOCOL_HEADER]: String(PROTOCOL),
      ...headers,
    },
    ...(content !== undefined && { body: JSON.stringify(content) }),
    ...(signal && { signal }),
  };
  try {
    return await (silenceMs ? patientFetch(url, init, silenceMs) : fetch(url, init));
  } catch {
    throw new NetworkError();
  }
}

/** Specification section 7: on 401 or 403 of a non-auth call refresh once, retry once: for the same user. */
async function request(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  const userId = () => getSession().user?.id;
  const asker = userId();
  const response = await send(method, path, options);
  if (isAnswered(response)) return response;
  const refused = await refusal(response);
  const mayRetry = refused.status === 401 || refused.status === 403;
  if (!mayRetry || path.startsWith('/auth/') || !asker || userId() !== asker) throw refused;
  if (!(await isRefreshed()) || userId() !== asker) throw refused;
  const again = await send(method, path, options);
  if (isAnswered(again)) return again;
  throw await refusal(again);
}

const isAnswered = ({ ok, status }: Response): boolean => ok || status === 304;

/** False when the session has ended. @throws NetworkError when the server is unreachable */
async function isRefreshed(): Promise<boolean> {
  try {
    return (await refreshSession()) !== null;
  } catch (error) {
    if (error instanceof RefreshUnreachable) throw new NetworkError();
    throw error;
  }
}

async function parse<T>(method: Method, path: string, response: Response): Promise<T> {
  const body = response.status === 204 ? undefined : await json(response);
  answered();
  // Only in development: the product does not contain the schemas of answers.
  if (process.env.NODE_ENV === 'development' && body !== undefined) {
    const { checkAnswer } = await import('@livelane/shared/http/answer.schemas');
    checkAnswer(method, path, body);
  }
  return body as T;
}

/** @throws NetworkError when the refusal is not Livelane's: the server was not reached */
async function refusal(response: Response): Promise<ApiError> {
  const body = await ownErrorBody(response);
  if (!body) throw new NetworkError();
  answered();
  const { code, message, errors = [], conflict } = body;
  if (code === 'client_outdated') outdated.set(true);
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(
    response.status,
    code,
    message,
    errors,
    conflict,
    retryAfter > 0 ? retryAfter * 1000 : undefined,
  );
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new NetworkError();
  }
}

/** The REST calls below /v1. @throws ApiError, NetworkError */
export const api = {
  get: async <T>(path: string, options?: RequestOptions): Promise<T> =>
    ((await takePrefetched(path)) as T | undefined) ??
    parse('GET', path, await request('GET', path, options)),
  post: async <T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> =>
    parse('POST', path, await request('POST', path, { ...options, body })),
  put: async <T>(path: string, body: unknown, options?: RequestOptions): Promise<T> =>
    parse('PUT', path, await request('PUT', path, { ...options, body })),
  delete: async <T>(path: string, options?: RequestOptions): Promise<T> =>
    parse('DELETE', path, await request('DELETE', path, options)),
  /** The raw answer, for callers who parse it; 304 when the resource still has this `etag`. */
  open(path: string, etag: string | null, options: RequestOptions): Promise<Response> {
    const headers = { ...options.headers, ...(etag && { 'If-None-Match': etag }) };
    return request('GET', path, { ...options, headers });
  },
};
