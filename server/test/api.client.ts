import { checkAnswer } from '@livelane/shared/http/answer.schemas';
import type { ErrorBody } from '@livelane/shared/http/error.schema';

export interface ApiAnswer<Body> {
  status: number;
  /** The parsed JSON; undefined when the answer has no body. */
  body: Body;
  headers: Headers;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls the API below /v1 as one user, or as nobody. */
export class ApiClient {
  constructor(
    private readonly baseUrl: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** The same caller with more headers. */
  with(headers: Record<string, string>): ApiClient {
    return new ApiClient(this.baseUrl, { ...this.headers, ...headers });
  }

  get<Body = ErrorBody>(path: string): Promise<ApiAnswer<Body>> {
    return this.send('GET', path);
  }

  post<Body = ErrorBody>(path: string, body?: unknown): Promise<ApiAnswer<Body>> {
    return this.send('POST', path, body);
  }

  put<Body = ErrorBody>(path: string, body?: unknown): Promise<ApiAnswer<Body>> {
    return this.send('PUT', path, body);
  }

  delete<Body = ErrorBody>(path: string, body?: unknown): Promise<ApiAnswer<Body>> {
    return this.send('DELETE', path, body);
  }

  /** Sends a body as it is: for what no honest client would send. */
  async raw<Body = ErrorBody>(
    method: Method,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<ApiAnswer<Body>> {
    const answer = await fetch(`${this.baseUrl}/v1${path}`, {
      method,
      headers: this.headers,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    if (answer.ok && parsed !== undefined) checkAnswer(method, path, parsed);
    return { status: answer.status, body: parsed as Body, headers: answer.headers };
  }

  private send<Body>(method: Method, path: string, body?: unknown): Promise<ApiAnswer<Body>> {
    if (body === undefined) return this.raw(method, path);
    return this.with({ 'Content-Type': 'application/json' }).raw(method, path, JSON.stringify(body));
  }
}
