import { createEvents } from './observable';

/** What can be asked for from outside of the board that does it: by the palette, by a key. */
type Command =
  | { kind: 'openTask'; taskId: string }
  | { kind: 'newTask' }
  | { kind: 'focusFilter' }
  | { kind: 'showShortcuts' };

const commands = createEvents<Command>();

export const sendCommand = commands.emit;
/** Does what is asked for until the returned function is called. */
export const onCommand = commands.listen;
