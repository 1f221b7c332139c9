import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection } from '../../../test-kit/load/http.client';
import { within } from '../../../test-kit/load/limit';
import { LiveClient } from '../../../test-kit/load/live.client';
import { tokensOf } from '../../../test-kit/load/livelane';
import type { Row } from '../../../test-kit/load/measure';
import type { SeededBoard } from '../../../test-kit/load/seed';
import { heardValues } from './audience';
import { BoardLoad } from './board.load';

const ROUNDS = 3;
const MOVES = 40;
const SIGN_OUTS = 10;
const SIGNS = 8;
/** Between two acts, so that each is heard alone. */
const PAUSE_MS = 15;
/** The server takes one sign of life a second (R31). */
const SIGN_PAUSE_MS = 1_100;

/** Sockets of one session: on the node that is called, and on another. */
interface Pair {
  near: LiveClient;
  far: LiveClient;
}

/** From the start of an act until each of the two has heard of it, in milliseconds. */
type Heard = Record<keyof Pair, number>;
/** Times from the start of each act, in milliseconds: a list for each round. */
type Times = Record<keyof Pair, number[][]>;

/** The addresses of two nodes of one installation; calls go to the first. */
export type TwoNodes = readonly [near: string, far: string];

/** From a move on one node until its event is heard on another, beside the same on the node itself (R33). */
export async function measureMoves(nodes: TwoNodes, board: SeededBoard, how: string): Promise<Row> {
  const [token = ''] = await tokensOf(nodes[0], board.members.slice(0, 1));
  const connection = await HttpConnection.open(nodes[0]);
  const load = new BoardLoad(board, [{ connection, token }]);
  const pair = await open(nodes, token);
  for (const client of [pair.near, pair.far])
    await client.ask('board:subscribe', { projectId: board.projectId });
  const times = await rounds(MOVES, async () => {
    await wait(PAUSE_MS);
    return hears(pair, 'board:ops', () => load.move(0));
  });
  close(pair);
  connection.close();
  return row(`move on one node to event on another, ${how}`, times);
}

/** From a sign-out on one node until the session's socket on another hears of it. */
export async function measureSignOuts(nodes: TwoNodes, board: SeededBoard): Promise<Row> {
  const connection = await HttpConnection.open(nodes[0]);
  const times = await rounds(SIGN_OUTS, async () => {
    const [token = ''] = await tokensOf(nodes[0], board.members.slice(0, 1));
    const pair = await open(nodes, token);
    const headers = { Authorization: `Bearer ${token}` };
    const heard = await hears(pair, 'session:ended', async () => {
      const { status } = await connection.call({
        method: 'POST',
        path: '/v1/auth/logout',
        headers,
        body: {},
      });
      if (status !== 204) throw new Error(`logout: ${status}`);
    });
    close(pair);
    return heard;
  });
  connection.close();
  return row('sign-out on one node to its socket on another', times);
}

/** From someone's sign of life on one node until a viewer on another hears of it; each hears at most once a second (R31). */
export async function measurePresence(nodes: TwoNodes, board: SeededBoard): Promise<Row> {
  const { projectId } = board;
  const [watcher = '', worker = ''] = await tokensOf(nodes[0], board.members.slice(0, 2));
  const pair = await open(nodes, watcher);
  const working = await LiveClient.open(nodes[0], { token: worker });
  for (const client of [pair.near, pair.far, working]) await client.ask('board:subscribe', { projectId });
  let isEditing = false;
  const times = await rounds(SIGNS, async () => {
    await wait(SIGN_PAUSE_MS);
    isEditing = !isEditing;
    const mode = isEditing ? 'editing' : 'viewing';
    return hears(pair, 'presence:state', async () => {
      const answer = await working.ask<{ ok: boolean }>('presence:set', { projectId, mode });
      if (!answer.ok) throw new Error('the sign of life was not taken');
    });
  });
  close(pair);
  working.close();
  return row('sign of life on one node to a viewer on another', times);
}

async function open([near, far]: TwoNodes, token: string): Promise<Pair> {
  return { near: await LiveClient.open(near, { token }), far: await LiveClient.open(far, { token }) };
}

function close({ near, far }: Pair): void {
  near.close();
  far.close();
}

async function hears(pair: Pair, event: string, act: () => Promise<unknown>): Promise<Heard> {
  const start = performance.now();
  const on = (client: LiveClient) =>
    within(
      `${event} on each node`,
      new Promise<number>((resolve) => {
        client.onEvent = (text) => {
          if (text.startsWith(`["${event}"`)) resolve(performance.now() - start);
        };
      }),
    );
  const [near, far] = await Promise.all([on(pair.near), on(pair.far), act()]);
  return { near, far };
}

/** The first round warms all up. */
async function rounds(acts: number, act: () => Promise<Heard>): Promise<Times> {
  const times: Times = { near: [], far: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const heard: Heard[] = [];
    while (heard.length < acts) heard.push(await act());
    if (round === 0) continue;
    times.near.push(heard.map(({ near }) => near));
    times.far.push(heard.map(({ far }) => far));
  }
  return times;
}

const row = (name: string, { near, far }: Times): Row => ({
  part: 'nodes',
  name,
  runs: ROUNDS,
  values: heardValues(far),
  baseline: { name: 'on the same node', values: heardValues(near) },
});
