import { createEvents } from './observable';

/** What the palette, a key or a toast can ask the screen to do, from outside it. */
type Command =
  | { kind: 'openTask'; taskId: string }
  | { kind: 'newTask' }
  | { kind: 'focusFilter' }
  | { kind: 'undo' }
  | { kind: 'showShortcuts' }
  | { kind: 'showUnsaved' };

const commands = createEvents<Command>();

export const sendCommand = commands.emit;
/** Carries out the command until the returned function is called. */
export const onCommand = commands.listen;
