import type { LiveSocket } from './realtime.types';

/** R14: a reader with more than this waiting … */
const MAX_PACKETS = 500;
const MAX_BYTES = 1_000_000;
/** … for this long is cut. */
const MAX_SLOW_MS = 5_000;

/** What Engine.IO knows of what is waiting; it has no public name for it. */
interface EngineConnection {
  writeBuffer: readonly unknown[];
  transport: { socket?: { bufferedAmount?: number; terminate?(): void } };
}

/** Finds sockets whose readers do not drain, so that the server's memory stays flat (R14). */
export class BackPressure {
  private readonly slowSince = new WeakMap<LiveSocket, number>();

  /** True when the socket has been slow for too long. Called every second. */
  isTooSlow(socket: LiveSocket, now: number): boolean {
    const { writeBuffer, transport } = socket.conn as unknown as EngineConnection;
    const bytes = transport.socket?.bufferedAmount ?? 0;
    if (writeBuffer.length <= MAX_PACKETS && bytes <= MAX_BYTES) {
      this.slowSince.delete(socket);
      return false;
    }
    const since = this.slowSince.get(socket);
    if (since === undefined) this.slowSince.set(socket, now);
    return since !== undefined && now - since >= MAX_SLOW_MS;
  }
}

/** Something that was sent to the socket waits here: what can wait, too, should. */
export function isBehind(socket: LiveSocket): boolean {
  const { writeBuffer, transport } = socket.conn as unknown as EngineConnection;
  return writeBuffer.length > 0 || (transport.socket?.bufferedAmount ?? 0) > 0;
}

/**
 * Ends a connection whose other side may not answer, and gives back what waits for it. An orderly
 * close would hold both for half a minute, and the end of the server with them.
 */
export function cut(socket: LiveSocket): void {
  const { transport } = socket.conn as unknown as EngineConnection;
  socket.conn.close(true);
  transport.socket?.terminate?.();
}
