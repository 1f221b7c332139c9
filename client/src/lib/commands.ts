import { createObservable } from './observable';

/** Commands from the palette, a key or a toast to the screen. */
type Command =
  | { kind: 'openTask'; taskId: string }
  | { kind: 'newTask' }
  | { kind: 'focusFilter' }
  | { kind: 'undo' }
  | { kind: 'showShortcuts' }
  | { kind: 'showUnsaved' };
export type CommandKind = Command['kind'];

/** What a part of the screen does at each command that it handles now. */
export type CommandHandlers = {
  [Kind in CommandKind]?: ((command: Extract<Command, { kind: Kind }>) => void) | undefined;
};

/** Those of all parts of the screen. */
export const commandHandlers = createObservable<readonly CommandHandlers[]>([]);

export function sendCommand(command: Command): void {
  for (const handlers of commandHandlers.get())
    (handlers[command.kind] as ((sent: Command) => void) | undefined)?.(command);
}

/** Handles commands until the returned function is called. */
export function onCommands(handlers: CommandHandlers): () => void {
  commandHandlers.set([...commandHandlers.get(), handlers]);
  return () => commandHandlers.set(commandHandlers.get().filter((each) => each !== handlers));
}
