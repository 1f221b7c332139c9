import { MessageLimits } from './message-limit';

let now = 0;
const limits = new MessageLimits(() => now);
const heardOf = (socket: ReturnType<MessageLimits['open']>, messages: number) =>
  Array.from({ length: messages }, () => socket.next()).filter((verdict) => verdict === 'hear').length;

test('a hundred sockets of one user are heard no more often than four, others as ever', () => {
  now = 10_000;
  const mine = Array.from({ length: 100 }, () => limits.open('ann'));
  const theirs = limits.open('bob');
  const heard = mine.reduce((sum, socket) => sum + heardOf(socket, 50), 0);
  expect(heard).toBe(200);
  expect(heardOf(theirs, 60)).toBe(50);
  now += 1_000;
  expect(mine[0]?.next()).toBe('hear');
});

test('a socket that is refused takes nothing from the others of its user, and is cut', () => {
  now = 20_000;
  const [loud, quiet] = [limits.open('cyd'), limits.open('cyd')];
  expect(heardOf(loud, 500)).toBe(50);
  expect(loud.next()).toBe('cut');
  expect(quiet.next()).toBe('hear');
});

test('a count lives as long as its user has a socket', () => {
  now = 30_000;
  const sockets = Array.from({ length: 4 }, () => limits.open('dov'));
  for (const socket of sockets) heardOf(socket, 50);
  for (const socket of sockets.slice(1)) socket.close();
  expect(limits.open('dov').next()).toBe('refuse');
});
