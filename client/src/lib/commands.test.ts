import { commandHandlers, onCommands, sendCommand } from './commands';

const isHandled = (kind: 'newTask' | 'undo') => commandHandlers.get().some((handlers) => handlers[kind]);

test('a command reaches what handles it, until that ends', () => {
  const heard: string[] = [];
  const end = onCommands({ openTask: ({ taskId }) => heard.push(taskId), newTask: undefined });
  const endUndo = onCommands({ undo: () => heard.push('undo') });
  expect([isHandled('newTask'), isHandled('undo')]).toEqual([false, true]);
  sendCommand({ kind: 'openTask', taskId: 't1' });
  sendCommand({ kind: 'undo' });
  sendCommand({ kind: 'newTask' });
  end();
  sendCommand({ kind: 'openTask', taskId: 't2' });
  expect(heard).toEqual(['t1', 'undo']);
  endUndo();
  expect(isHandled('undo')).toBe(false);
});
