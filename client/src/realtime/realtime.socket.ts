import { PROTOCOL } from '@livelane/shared/http/protocol';
import type { ClientToServerEvents, ServerToClientEvents } from '@livelane/shared/realtime/events';
import type {
  PersonalSubscribeAnswer,
  SubscribeAnswer,
  SubscribeRequest,
} from '@livelane/shared/realtime/messages.schema';
import { io, type Socket } from 'socket.io-client';
import { getSession } from '#lib/session';

/** Back-off of reconnects, with jitter (stack: live sync). */
const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;
/** A longer wait for an answer means a dead connection. */
const ACK_TIMEOUT_MS = 10_000;
/** If a ping is not answered within this time, the connection is dead (R13). */
const PING_TIMEOUT_MS = 3_000;

export type RealtimeSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const WEBSOCKET_FIRST: Array<'websocket' | 'polling'> = ['websocket', 'polling'];
const POLLING_FIRST = WEBSOCKET_FIRST.toReversed();

/**
 * The tab's one socket. WebSocket first, long-polling behind proxies that block it, also by giving no answer: then
 * WebSocket is tried beside it.
 */
export function createSocket(): RealtimeSocket {
  const socket: RealtimeSocket = io({
    autoConnect: false,
    transports: WEBSOCKET_FIRST,
    tryAllTransports: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    randomizationFactor: 0.5,
    // Called at each attempt: the token is always the latest.
    auth: (give) => give({ token: getSession().token, protocol: PROTOCOL }),
  });
  const { opts } = socket.io;
  // Socket.IO goes on to the next transport only after an error, and begins each attempt with the first.
  socket.on('connect_error', ({ message }) => {
    if (message !== 'timeout') return;
    opts.transports = opts.transports === POLLING_FIRST ? WEBSOCKET_FIRST : POLLING_FIRST;
  });
  // Long-polling breaks at once where a balancer does not keep a client's requests on one node.
  socket.on('disconnect', (reason) => {
    if (reason === 'transport error') opts.transports = WEBSOCKET_FIRST;
  });
  return socket;
}

export function subscribe(socket: RealtimeSocket, request: SubscribeRequest): Promise<SubscribeAnswer> {
  return socket.timeout(ACK_TIMEOUT_MS).emitWithAck('board:subscribe', request);
}

/** Joins the personal board. Servers before this one do not answer. */
export function subscribePersonal(socket: RealtimeSocket): Promise<PersonalSubscribeAnswer> {
  return socket.timeout(ACK_TIMEOUT_MS).emitWithAck('personal:subscribe', {});
}

/** Whether the connection still works. */
export async function answersPing(socket: RealtimeSocket): Promise<boolean> {
  try {
    await socket.timeout(PING_TIMEOUT_MS).emitWithAck('sync:ping', {});
    return true;
  } catch {
    return false;
  }
}

export const isLongPolling = ({ io }: RealtimeSocket): boolean => io.engine?.transport.name === 'polling';
