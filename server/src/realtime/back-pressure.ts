import type { LiveSocket } from './realtime.types';

/** R14: a client with more than this waiting, or a person with more for all of their clients … */
const MAX_PACKETS = 500;
const MAX_BYTES = 1_000_000;
export const MAX_BYTES_PER_PERSON = 16_000_000;
/** … for this long is disconnected. */
const MAX_SLOW_MS = 5_000;

/** Engine.IO's buffers, which have no public type. */
interface EngineConnection {
  /** Packets that are not handed to the transport yet: that takes more only when it has sent what it has. */
  writeBuffer: ReadonlyArray<{ data?: string | ArrayBufferView }>;
  transport: { socket?: { bufferedAmount?: number; terminate?(): void } };
}

/** What is not sent to the sockets of one person. */
interface Unsent {
  bytes: number;
  to: LiveSocket[];
}

/** Finds slow sockets, so that the server's memory stays flat (R14). */
export class BackPressure {
  /** Since when each socket, and each person, has had too much waiting at every look. */
  private slowSince: ReadonlyMap<LiveSocket | string, number> = new Map();

  /** The sockets that have been slow for too long, each by itself or together with others of its person. Called at each sweep. */
  tooSlow(sockets: Iterable<LiveSocket>, now: number): LiveSocket[] {
    const slowSince = new Map<LiveSocket | string, number>();
    const isForTooLong = (who: LiveSocket | string): boolean => {
      const since = this.slowSince.get(who) ?? now;
      slowSince.set(who, since);
      return now - since >= MAX_SLOW_MS;
    };
    const found = new Set<LiveSocket>();
    const people = new Map<string, Unsent>();
    for (const socket of sockets) {
      const { packets, bytes } = unsentTo(socket);
      if ((packets > MAX_PACKETS || bytes > MAX_BYTES) && isForTooLong(socket)) found.add(socket);
      if (bytes === 0) continue;
      const { userId } = socket.data;
      const unsent = people.get(userId) ?? { bytes: 0, to: [] };
      people.set(userId, unsent);
      unsent.bytes += bytes;
      unsent.to.push(socket);
    }
    for (const [userId, { bytes, to }] of people)
      if (bytes > MAX_BYTES_PER_PERSON && isForTooLong(userId)) for (const socket of to) found.add(socket);
    this.slowSince = slowSince;
    return [...found];
  }
}

/** Of texts their characters count, without a look at each of them: they have no fewer bytes. */
export function unsentTo(socket: LiveSocket): { packets: number; bytes: number } {
  const { writeBuffer, transport } = socket.conn as unknown as EngineConnection;
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer)
    bytes += (typeof data === 'string' ? data.length : data?.byteLength) ?? 0;
  return { packets: writeBuffer.length, bytes };
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
