import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { within } from './limit';

const TEXT_FRAME = 0x81;
const MASKED = 0x80;
/** Before a person whose messages have reached their limit asks again. */
const LIMITED_MS = 100;

/**
 * A Socket.IO client over WebSocket that does as little as it can: ten thousand of them must not keep the
 * machine busy that they measure. Knows text frames, events and acknowledgements; answers heartbeats.
 */
export class LiveClient {
  private buffer: Buffer = Buffer.alloc(0);
  private nextAck = 0;
  private readonly acks = new Map<number, (answer: unknown) => void>();
  /** Hears every event as text: `["name",…]`. */
  onEvent: (text: string) => void = () => undefined;
  /** Hears that the connection has ended, unless this side closed it. */
  onLost: () => void = () => undefined;
  private onConnected: (() => void) | null = null;
  private onRefused: ((error: Error) => void) | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly auth: object,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.take(chunk));
    socket.on('error', (error) => this.onRefused?.(error));
    socket.on('close', () => this.onLost());
  }

  /** Connects and shakes hands with these data. */
  static open(url: string, auth: object = {}): Promise<LiveClient> {
    const { hostname, port, host } = new URL(url);
    const key = randomBytes(16).toString('base64');
    const connected = new Promise<LiveClient>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      const client = new LiveClient(socket, auth);
      client.onRefused = reject;
      client.onConnected = () => resolve(client);
      socket.once('connect', () => {
        socket.write(
          `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\n` +
            `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
        );
      });
    });
    return within(`a live connection to ${host}`, connected);
  }

  /** Sends an event and waits for its acknowledgement. */
  ask<Answer>(event: string, message: object): Promise<Answer> {
    const id = this.nextAck++;
    const answered = new Promise<Answer>((resolve) => {
      this.acks.set(id, resolve as (answer: unknown) => void);
      this.send(`42${id}${JSON.stringify([event, message])}`);
    });
    return within(`the answer to ${event}`, answered);
  }

  /**
   * Hears of a board from now on, once its person's messages are below their limit (SPEC.md#push).
   * @returns the board's version then
   */
  async subscribe(projectId: string): Promise<number> {
    for (;;) {
      const answer = await this.ask<SubscribeAnswer>('board:subscribe', { projectId });
      if (answer.ok) return answer.v;
      if (answer.code !== 'too_many_requests') throw new Error(`board:subscribe: ${answer.code}`);
      await wait(LIMITED_MS);
    }
  }

  /** Nothing more is read. */
  stall(): void {
    this.socket.pause();
  }

  get bytesRead(): number {
    return this.socket.bytesRead;
  }

  close(): void {
    this.onLost = () => undefined;
    this.socket.destroy();
  }

  private send(text: string): void {
    const payload = Buffer.from(text);
    const mask = randomBytes(4);
    const size = payload.length;
    const head =
      size < 126
        ? Buffer.from([TEXT_FRAME, MASKED | size])
        : Buffer.from([TEXT_FRAME, MASKED | 126, size >> 8, size & 0xff]);
    for (let index = 0; index < size; index++)
      payload[index] = (payload[index] as number) ^ (mask[index & 3] as number);
    this.socket.write(Buffer.concat([head, mask, payload]));
  }

  private take(chunk: Buffer): void {
    this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk]);
    if (this.buffer[0] === 0x48) {
      // The answer to the upgrade: "HTTP/1.1 101 …".
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!this.buffer.toString('latin1', 0, end).includes(' 101 '))
        this.onRefused?.(new Error('no upgrade'));
      this.buffer = this.buffer.subarray(end + 4);
    }
    for (let frame = readFrame(this.buffer); frame; frame = readFrame(this.buffer)) {
      this.buffer = this.buffer.subarray(frame.end);
      this.hear(frame.text);
    }
  }

  private hear(text: string): void {
    if (text.startsWith('42')) this.onEvent(text.slice(2));
    else if (text === '2') this.send('3');
    else if (text.startsWith('0')) this.send(`40${JSON.stringify(this.auth)}`);
    else if (text.startsWith('40')) this.onConnected?.();
    else if (text.startsWith('44')) this.onRefused?.(new Error(text));
    else if (text.startsWith('43')) {
      const at = text.indexOf('[');
      const id = Number(text.slice(2, at));
      const [answer] = JSON.parse(text.slice(at)) as unknown[];
      this.acks.get(id)?.(answer);
      this.acks.delete(id);
    }
  }
}

/** The first whole frame, unmasked as servers send them. */
function readFrame(bytes: Buffer): { text: string; end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] as number) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + size;
  return bytes.length < end ? null : { text: bytes.toString('utf8', start, end), end };
}
