import { createEvents } from './observable';

/** Commands from the palette, a key or a toast to the screen. */
type Command =
  | { kind: 'openTask'; taskId: string }
  | { kind: 'newTask' }
  | { kind: 'focusFilter' }
  | { kind: 'undo' }
  | { kind: 'showShortcuts' }
  | { kind: 'showUnsaved' };

const commands = createEvents<Command>();

export const sendCommand = commands.emit;
/** Handles commands until the returned function is called. */
export const onCommand = commands.listen;
