import type { LiveSocket } from './realtime.types';

/** R14: a client with more than this waiting … */
const MAX_PACKETS = 500;
const MAX_BYTES = 1_000_000;
/** … for this long is disconnected. */
const MAX_SLOW_MS = 5_000;

/** Engine.IO's buffers, which have no public type. */
interface EngineConnection {
  /** Packets that are not handed to the transport yet: that takes more only when it has sent what it has. */
  writeBuffer: ReadonlyArray<{ data?: string | ArrayBufferView }>;
  transport: { socket?: { bufferedAmount?: number; terminate?(): void } };
}

/** Finds slow sockets, so that the server's memory stays flat (R14). */
export class BackPressure {
  private readonly slowSince = new WeakMap<LiveSocket, number>();

  /** True when the socket has been slow for too long. Called at each sweep of the sockets. */
  isTooSlow(socket: LiveSocket, now: number): boolean {
    const { writeBuffer, transport } = socket.conn as unknown as EngineConnection;
    const inTransport = transport.socket?.bufferedAmount ?? 0;
    if (writeBuffer.length <= MAX_PACKETS && inTransport + bytesOf(writeBuffer) <= MAX_BYTES) {
      this.slowSince.delete(socket);
      return false;
    }
    const since = this.slowSince.get(socket);
    if (since === undefined) this.slowSince.set(socket, now);
    return since !== undefined && now - since >= MAX_SLOW_MS;
  }
}

/** Of texts their characters, which are counted without a look at each of them: they have no fewer bytes. */
function bytesOf(packets: EngineConnection['writeBuffer']): number {
  let bytes = 0;
  for (const { data } of packets) bytes += (typeof data === 'string' ? data.length : data?.byteLength) ?? 0;
  return bytes;
}

/** True while messages to the socket are buffered: messages that can wait should. */
export function isBehind(socket: LiveSocket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as EngineConnection;
  return writeBuffer.length > 0 || (transport.socket?.bufferedAmount ?? 0) > 0;
}

/**
 * Ends a connection whose peer may not answer, and frees its buffers. An orderly close would hold
 * both for half a minute, and delay the shutdown of the server.
 */
export function terminate(socket: LiveSocket): void {
  const { transport } = socket.conn as unknown as EngineConnection;
  socket.conn.close(true);
  transport.socket?.terminate?.();
}
