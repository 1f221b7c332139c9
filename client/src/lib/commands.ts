/** What can be asked for from outside of the board that does it: by the palette, by a key. */
export type Command =
  | { kind: 'openTask'; taskId: string }
  | { kind: 'newTask' }
  | { kind: 'focusFilter' }
  | { kind: 'showShortcuts' };

type Handler = (command: Command) => void;
const handlers = new Set<Handler>();

export function sendCommand(command: Command): void {
  for (const handler of handlers) handler(command);
}

/** Does what is asked for until the returned function is called. */
export function onCommand(handler: Handler): () => void {
  handlers.add(handler);
  return () => handlers.delete(handler);
}
