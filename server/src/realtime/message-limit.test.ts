import { MessageLimits } from './message-limit';
import { handleSocket } from './socket.handlers';

let now = 0;
const limits = new MessageLimits(() => now);
type Socket = NonNullable<ReturnType<MessageLimits['open']>>;

function open(userId: string): Socket {
  const socket = limits.open(userId, () => 0);
  if (!socket) throw new Error('the user has too many sockets');
  return socket;
}
const acceptedOf = (socket: Socket, messages: number) =>
  Array.from({ length: messages }, () => socket.next()).filter((verdict) => verdict === 'accept').length;

test('a hundred sockets of one user are accepted no more often than four, others as ever', () => {
  now = 10_000;
  const mine = Array.from({ length: 100 }, () => open('ann'));
  const theirs = open('bob');
  const accepted = mine.reduce((sum, socket) => sum + acceptedOf(socket, 50), 0);
  expect(accepted).toBe(200);
  expect(acceptedOf(theirs, 60)).toBe(50);
  now += 1_000;
  expect(mine[0]?.next()).toBe('accept');
});

test('a socket that is refused takes nothing from the others of its user, and is disconnected', () => {
  now = 20_000;
  const [loud, quiet] = [open('cyd'), open('cyd')];
  expect(acceptedOf(loud, 500)).toBe(50);
  for (let late = 0; late < 600; late++) expect(loud.next()).toBe('disconnect');
  expect(quiet.next()).toBe('accept');
});

test('a count lives as long as its user has a socket', () => {
  now = 30_000;
  const sockets = Array.from({ length: 4 }, () => open('dov'));
  for (const socket of sockets) acceptedOf(socket, 50);
  for (const socket of sockets.slice(1)) socket.close();
  expect(open('dov').next()).toBe('refuse');
});

test('R32 a user who sends a thousand messages a second over many sockets is disconnected, others are not', () => {
  now = 40_000;
  const flooding = Array.from({ length: 10 }, () => open('eve'));
  const other = open('fay');
  const verdicts = flooding.flatMap((socket) => Array.from({ length: 400 }, () => socket.next()));
  expect(verdicts.indexOf('disconnect')).toBe(1_000);
  expect(new Set(verdicts.slice(1_000))).toEqual(new Set(['disconnect']));
  expect(other.next()).toBe('accept');
  now += 1_000;
  expect(flooding[0]?.next()).toBe('accept');
});

test('R32 a user has at most 2,000 sockets on a node; one more is ended at once', () => {
  const sockets = Array.from({ length: 2_000 }, () => open('gil'));
  const ended: unknown[] = [];
  const connect = () => {
    const conn = { close: (discard: unknown) => ended.push(discard), transport: {} };
    handleSocket(
      { data: { userId: 'gil' }, conn, use: jest.fn(), on: jest.fn() } as never,
      { limits } as never,
    );
  };
  connect();
  expect(ended).toEqual([true]);
  sockets[0]?.close();
  connect();
  connect();
  expect(ended).toEqual([true, true]);
  open('hal');
});
