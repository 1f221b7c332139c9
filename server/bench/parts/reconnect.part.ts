import type { SubscribeAnswer } from '@livelane/shared/realtime/messages.schema';
import { HttpConnection } from '../http.client';
import { inTemporaryFolder, signIn, withLivelane } from '../livelane';
import { type Row, run, valuesOf } from '../measure';
import { seed } from '../seed';
import { LiveClient } from '../socket.client';
import { BoardLoad } from './board.load';

const CARDS = 1_000;
const ROUNDS = 3;
const RECONNECTS = 40;
/** Ops that a client has missed who catches up by delta. */
const MISSED = [1, 100, 500];

/** From nothing to in sync: connect, shake hands, subscribe, and read what was missed. */
export async function measureReconnect(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const [board] = await seed(dataDir, {
      users: 1,
      boards: [{ cards: CARDS, ops: CARDS + Math.max(...MISSED) }],
    });
    if (!board) throw new Error('no board');
    return withLivelane(dataDir, async ({ url }) => {
      const [token = ''] = await signIn(url, board.members);
      const { projectId } = board;
      // A new connection each time, as a browser has that comes back.
      const read = async (encoding: string) => {
        const connection = await HttpConnection.open(url);
        const load = new BoardLoad(board, [{ connection, token }]);
        const answer = await load.read(0, { 'Accept-Encoding': encoding });
        connection.close();
        return answer;
      };
      const { body } = await read('identity');
      const { epoch, v } = JSON.parse(body.toString()) as { epoch: string; v: number };

      const subscribe = async (cursor: object, mode: string, then: () => Promise<unknown>) => {
        const client = await LiveClient.open(url, { token });
        const answer = await client.ask<SubscribeAnswer>('board:subscribe', { projectId, ...cursor });
        if (!answer.ok || answer.mode !== mode) throw new Error(JSON.stringify(answer));
        await then();
        client.close();
      };
      const measure = async (name: string, work: () => Promise<unknown>): Promise<Row> => {
        await run(1, RECONNECTS, work);
        const runs = [];
        for (let round = 0; round < ROUNDS; round++) runs.push(await run(1, RECONNECTS, work));
        return { part: 'reconnect', name, runs: ROUNDS, values: valuesOf(runs) };
      };

      const rows: Row[] = [];
      for (const missed of MISSED) {
        const cursor = { epoch, sinceV: v - missed };
        const name = `to in sync by delta, ${missed} ${missed === 1 ? 'op' : 'ops'} behind`;
        rows.push(await measure(name, () => subscribe(cursor, 'delta', async () => undefined)));
      }
      const name = 'to in sync by snapshot, board of 1,000 cards';
      rows.push(await measure(name, () => subscribe({}, 'refetch', () => read('br'))));
      return rows;
    });
  });
}
