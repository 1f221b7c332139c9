import { createSocket } from './realtime.socket';

/** @returns which transport the next attempt begins with, after an event of Socket.IO */
function firstAfter(
  socket: ReturnType<typeof createSocket>,
  event: 'connect_error' | 'disconnect',
  given: unknown,
) {
  for (const hear of socket.listeners(event)) (hear as (given: unknown) => void)(given);
  return socket.io.opts.transports?.[0];
}

test('attempts begin with long-polling once WebSocket got no answer, and in turn if that gets none either', () => {
  const socket = createSocket();
  expect(socket.io.opts.transports).toEqual(['websocket', 'polling']);
  expect(firstAfter(socket, 'connect_error', new Error('unauthenticated'))).toBe('websocket');
  expect(firstAfter(socket, 'connect_error', new Error('timeout'))).toBe('polling');
  expect(firstAfter(socket, 'connect_error', new Error('timeout'))).toBe('websocket');
});

test('they begin with WebSocket again once long-polling breaks, but not when the page closes it', () => {
  const socket = createSocket();
  firstAfter(socket, 'connect_error', new Error('timeout'));
  expect(firstAfter(socket, 'disconnect', 'io client disconnect')).toBe('polling');
  expect(firstAfter(socket, 'disconnect', 'transport error')).toBe('websocket');
});
