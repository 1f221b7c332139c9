import type { Socket } from 'node:net';
import { encodeDocument } from '../values/codec';
import { faultDocument } from './fault-document';
import { Framing } from './framing';
import { type Request, readRequest, writeReply } from './message';

/** The engine's handler of a request: calls back exactly once with an encoded reply document. */
export type Handler = (
  request: Request,
  connection: Connection,
  reply: (document: Uint8Array) => void,
) => void;

/** Requests of one connection that may wait before no more are read. */
const MAX_WAITING = 64;

let lastConnectionId = 0;
let lastRequestId = 0;

/**
 * One client connection. Its requests run one after another, so that requests after an unacknowledged
 * write see that write.
 */
export class Connection {
  readonly id: number = ++lastConnectionId;
  private readonly framing = new Framing();
  private readonly waiting: Request[] = [];
  private busy = false;

  constructor(
    private readonly socket: Socket,
    private readonly handler: Handler,
    /** It came through the Unix socket, which only the folder's owner can reach. */
    readonly local: boolean,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    // Ignores a client that disconnects mid-reply; 'close' follows.
    socket.on('error', () => socket.destroy());
  }

  private receive(chunk: Buffer): void {
    try {
      for (const message of this.framing.push(chunk)) this.accept(message);
    } catch {
      this.socket.destroy();
    }
  }

  private accept(message: Buffer): void {
    let request: Request;
    try {
      request = readRequest(message);
    } catch (error) {
      const document = encodeDocument(faultDocument(error));
      this.socket.write(writeReply('message', message.readInt32LE(4), ++lastRequestId, document));
      return;
    }
    this.waiting.push(request);
    // A client that does not wait for replies must not fill the memory.
    if (this.waiting.length > MAX_WAITING) this.socket.pause();
    this.next();
  }

  private next(): void {
    if (this.busy) return;
    const request = this.waiting.shift();
    if (this.waiting.length === 0 && this.socket.isPaused()) this.socket.resume();
    if (!request) return;
    this.busy = true;
    this.handler(request, this, (document) => {
      if (!request.silent && !this.socket.destroyed) {
        this.socket.write(writeReply(request.form, request.requestId, ++lastRequestId, document));
      }
      this.busy = false;
      this.next();
    });
  }
}
