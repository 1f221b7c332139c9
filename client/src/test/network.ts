import type { Session } from '@livelane/shared/auth/auth.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';

/** An answer of the server; `body` absent means an empty one. */
export interface Answer {
  status?: number;
  body?: unknown;
  /** A body that is not JSON. */
  text?: string;
  /** A body that comes in pieces, instead of JSON. */
  stream?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

export interface Call {
  method: string;
  /** Below /v1, with its query. */
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

type Answers = Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>;

/**
 * Replaces the network: `fetch` answers from a table, by method and path below /v1, and sockets and other tabs stay
 * mute. A call that is not in the table is answered 404. `'down'` as the table is a network without a server.
 */
export class StubNetwork {
  readonly calls: Call[] = [];
  isDown = false;

  constructor(private readonly answers: Answers = {}) {
    globalThis.fetch = (input, init) => this.#fetch(String(input), init);
    Object.assign(globalThis, {
      WebSocket: MuteSocket,
      XMLHttpRequest: MuteRequest,
      BroadcastChannel: MuteChannel,
      Response: globalThis.Response ?? RewrappedResponse,
    });
  }

  /** Adds or replaces answers. */
  answer(answers: Answers): void {
    Object.assign(this.answers, answers);
  }

  /** Calls made so far, as `METHOD /path`; `of` keeps those that begin with it. */
  made(of = ''): string[] {
    return this.calls.map(({ method, path }) => `${method} ${path}`).filter((call) => call.startsWith(of));
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.replace(/^\/v1/, ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: { ...(init.headers as Record<string, string> | undefined) },
    };
    this.calls.push(call);
    if (this.isDown) throw new TypeError('Failed to fetch');
    const found = this.answers[`${call.method} ${call.path}`];
    const answer =
      (await (typeof found === 'function' ? found(call) : found)) ??
      refusal(404, `no answer to ${call.method} ${call.path}`);
    return response(answer);
  }
}

/** The body of an error answer. */
export function refusal(status: number, message: string, more: object = {}): Answer {
  return { status, body: { message, code: 'not_found', requestId: 'r', ...more } };
}

/** What `fetch` gives for an answer; jsdom has no `Response`. */
function response({ status = 200, body, stream, headers = {}, ...answer }: Answer): Response {
  const text = answer.text ?? (body === undefined ? '' : JSON.stringify(body));
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText: '',
    headers: { get: (name: string) => lower.get(name.toLowerCase()) ?? null },
    body: stream ?? null,
    json: async () => JSON.parse(text),
    text: async () => text,
  } as unknown as Response;
}

/** An answer of the network with its body in another form. */
class RewrappedResponse {
  constructor(body: unknown, answer: object) {
    Object.assign(this, answer, { body });
  }
}

/** A socket that never opens. */
class MuteSocket {
  static readonly CONNECTING = 0;
  readonly readyState = MuteSocket.CONNECTING;
  close(): void {}
  send(): void {}
}

/** A request that is never answered. */
class MuteRequest {
  open(): void {}
  setRequestHeader(): void {}
  setDisableHeaderCheck(): void {}
  send(): void {}
  abort(): void {}
}

/** A channel to other tabs, of which there are none. */
class MuteChannel {
  addEventListener(): void {}
  postMessage(): void {}
  close(): void {}
}

export const ids = {
  ada: uuid(1),
  bob: uuid(2),
  cleo: uuid(3),
  workspace: uuid(11),
  project: uuid(21),
  sibling: uuid(22),
} as const;

export const ada = {
  id: ids.ada,
  firstName: 'Ada',
  surname: 'Byron',
  email: 'ada@example.org',
  isAdmin: false,
  hasPassword: true,
  pendingEmail: null,
};

/** An access token as the client reads it: only how long it lives counts. */
export function token(name: string): string {
  const payload = btoa(JSON.stringify({ iat: 0, exp: LIFETIME_S, name })).replaceAll('=', '');
  return `header.${payload}.signature`;
}
/** In seconds; longer than any test. */
const LIFETIME_S = 900;

export const session: Session = { token: token('first'), user: ada };
