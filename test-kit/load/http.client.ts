import { connect, type Socket } from 'node:net';
import { LIMIT_MS, within } from './limit';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

export interface HttpAnswer {
  status: number;
  body: Buffer;
}

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * One connection that is kept alive, with one request at a time. Made for measuring: it does next to
 * nothing itself, since it shares the machine with the measured server. Answers need a Content-Length.
 */
export class HttpConnection {
  private chunks: Buffer[] = [];
  private length = 0;
  private wanted = 0;
  private head: { status: number; size: number; bodyAt: number } | null = null;
  private settle: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | null = null;

  private socket: Socket | null = null;
  /** The latest call, for errors. */
  private called = '';

  private constructor(private readonly url: URL) {}

  static async open(url: string): Promise<HttpConnection> {
    const connection = new HttpConnection(new URL(url));
    await connection.connect();
    return connection;
  }

  async call({ method, path, headers = {}, body }: Call): Promise<HttpAnswer> {
    // Servers close connections that were idle for some seconds.
    const socket = this.socket ?? (await this.connect());
    const text = body === undefined ? '' : JSON.stringify(body);
    let request = `${method} ${path} HTTP/1.1\r\nHost: ${this.url.host}\r\n`;
    for (const [name, value] of Object.entries(headers)) request += `${name}: ${value}\r\n`;
    if (body !== undefined)
      request += `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    this.called = `${method} ${path}`;
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      socket.write(`${request}\r\n${text}`);
    });
  }

  close(): void {
    this.settle = null;
    this.socket?.destroy();
  }

  private connect(): Promise<Socket> {
    const { hostname, port } = this.url;
    const connected = new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.on('data', (chunk) => this.take(chunk));
      socket.once('error', (error) => {
        reject(error);
        this.settle?.reject(error);
      });
      socket.once('close', () => {
        this.socket = null;
        this.settle?.reject(new Error('the server closed the connection'));
      });
      socket.once('connect', () => {
        this.socket = socket;
        resolve(socket);
      });
      // Counted from the last byte in either direction; an idle connection is one that nobody waits for.
      socket.setTimeout(LIMIT_MS, () =>
        this.settle?.reject(new Error(`${this.called}: nothing came for ${LIMIT_MS} ms`)),
      );
    });
    return within(`a connection to ${this.url.host}`, connected);
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length < this.wanted) return;
    const bytes = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    this.chunks = [bytes];
    this.head ??= readHead(bytes);
    if (!this.head) return;
    const { status, size, bodyAt } = this.head;
    this.wanted = bodyAt + size;
    if (this.length < this.wanted) return;
    this.chunks = [];
    this.length = 0;
    this.wanted = 0;
    this.head = null;
    const { settle } = this;
    this.settle = null;
    settle?.resolve({ status, body: bytes.subarray(bodyAt) });
  }
}

function readHead(bytes: Buffer): { status: number; size: number; bodyAt: number } | null {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return null;
  const text = bytes.toString('latin1', 0, end);
  const status = Number(text.slice(9, 12));
  const size = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  if (/\r\ntransfer-encoding:/i.test(text)) throw new Error('an answer without Content-Length');
  return { status, size, bodyAt: end + END_OF_HEAD.length };
}
