import type { TestSocket } from './harness';

/** What the client leaves unread stays with the server. Returns what ends the client's side. */
export function stopReading(socket: TestSocket): () => void {
  const { transport } = socket.io.engine as unknown as {
    transport: { ws: { pause(): void; terminate(): void } };
  };
  const { ws } = transport;
  ws.pause();
  return () => ws.terminate();
}
