import { createServer } from 'node:http';
import { Connections } from './connections';

let ended: string[];
let connections: Connections;
beforeEach(() => {
  ended = [];
  const observer = { slowClientDisconnected: () => undefined };
  connections = new Connections({ httpServer: createServer(), observer } as never);
});

/** A socket with so many bytes unsent. */
function addSocket(id: string, userId: string, unsent: number) {
  const transport = { socket: { bufferedAmount: unsent } };
  const conn = { writeBuffer: [], transport, close: () => ended.push(id) };
  const data = { userId, expiresAt: Number.POSITIVE_INFINITY };
  connections.io.sockets.sockets.set(id, { data, conn } as never);
  return transport.socket;
}

/** 18 MB for one person, who reads on another socket, and nearly as much per socket for someone else. */
function addPeople() {
  const names = Array.from({ length: 20 }, (_, n) => `ann ${n}`);
  const unread = names.map((id) => addSocket(id, 'ann', 900_000));
  addSocket('ann reads', 'ann', 0);
  addSocket('bob', 'bob', 950_000);
  return { names, unread };
}

test('R14 sockets that leave 16 MB of one person unread for 5 s are disconnected, and no others', () => {
  const { names } = addPeople();
  for (const at of [0, 2_500, 4_999]) connections.endExpiredAndSlow(at);
  expect(ended).toEqual([]);
  connections.endExpiredAndSlow(5_000);
  expect(ended.sort()).toEqual(names.sort());
});

test('R14 whoever reads in between has 5 s again', () => {
  const { names, unread } = addPeople();
  connections.endExpiredAndSlow(0);
  for (const socket of unread) Object.assign(socket, { bufferedAmount: 100_000 });
  connections.endExpiredAndSlow(2_500);
  for (const socket of unread) Object.assign(socket, { bufferedAmount: 900_000 });
  for (const at of [5_000, 9_999]) connections.endExpiredAndSlow(at);
  expect(ended).toEqual([]);
  connections.endExpiredAndSlow(10_000);
  expect(ended).toHaveLength(names.length);
});
