import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

const CREATED = 'net.client.socket';

/** Connections that want it: sockets are watched once, however many there are. */
let users = 0;

/**
 * A socket whose peer has gone is destroyed a moment before it emits `close`. The driver (mongodb 7.8) takes a write in
 * that moment as incomplete and waits for `drain`, which never comes: neither its call nor the calls queued behind it
 * end. With this, such a socket emits `drain` when it closes; the driver then finds its connection closed, and fails or
 * tries another one. TLS connections are not affected.
 * @returns undoes this
 */
export function releaseWritersOfClosedSockets(): () => void {
  if (users++ === 0) subscribe(CREATED, onCreated);
  return () => {
    if (--users === 0) unsubscribe(CREATED, onCreated);
  };
}

function onCreated(message: unknown): void {
  const { socket } = message as { socket: Socket };
  socket.once('close', () => socket.emit('drain'));
}
