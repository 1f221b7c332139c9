import { createEvents } from './observable';

/** What the palette or a key can ask the board to do, from outside of it. */
type Command =
  | { kind: 'openTask'; taskId: string }
  | { kind: 'newTask' }
  | { kind: 'focusFilter' }
  | { kind: 'undo' }
  | { kind: 'showShortcuts' };

const commands = createEvents<Command>();

export const sendCommand = commands.emit;
/** Does what is asked for until the returned function is called. */
export const onCommand = commands.listen;
