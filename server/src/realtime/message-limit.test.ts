import { MessageLimits } from './message-limit';

let now = 0;
const limits = new MessageLimits(() => now);
const acceptedOf = (socket: ReturnType<MessageLimits['open']>, messages: number) =>
  Array.from({ length: messages }, () => socket.next()).filter((verdict) => verdict === 'accept').length;

test('a hundred sockets of one user are accepted no more often than four, others as ever', () => {
  now = 10_000;
  const mine = Array.from({ length: 100 }, () => limits.open('ann'));
  const theirs = limits.open('bob');
  const accepted = mine.reduce((sum, socket) => sum + acceptedOf(socket, 50), 0);
  expect(accepted).toBe(200);
  expect(acceptedOf(theirs, 60)).toBe(50);
  now += 1_000;
  expect(mine[0]?.next()).toBe('accept');
});

test('a socket that is refused takes nothing from the others of its user, and is disconnected', () => {
  now = 20_000;
  const [loud, quiet] = [limits.open('cyd'), limits.open('cyd')];
  expect(acceptedOf(loud, 500)).toBe(50);
  expect(loud.next()).toBe('disconnect');
  expect(quiet.next()).toBe('accept');
});

test('a count lives as long as its user has a socket', () => {
  now = 30_000;
  const sockets = Array.from({ length: 4 }, () => limits.open('dov'));
  for (const socket of sockets) acceptedOf(socket, 50);
  for (const socket of sockets.slice(1)) socket.close();
  expect(limits.open('dov').next()).toBe('refuse');
});
