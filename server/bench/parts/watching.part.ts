import { setTimeout as wait } from 'node:timers/promises';
import { HttpConnection } from '../../../test-kit/load/http.client';
import { LiveClient } from '../../../test-kit/load/live.client';
import { inTemporaryFolder, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { type Row, spread } from '../../../test-kit/load/measure';
import { type SeededBoard, seed } from '../../../test-kit/load/seed';
import { Audience, type Heard, heardValues } from './audience';
import { BoardLoad } from './board.load';

const IDLE_VIEWERS = 120;
const IDLE_MS = 60_000;
/** Clients say this often that they are still there (SPEC.md#push). */
const SIGN_MS = 10_000;

const SUBSCRIBERS = 200;
const ROUNDS = 3;
/** Long enough that what the stalled one does not read soon waits in the server. */
const DESCRIPTION = 'What is to be done, why, and how one sees that it is done. '
  .repeat(340)
  .slice(0, 19_000);

/** What those who watch a board cost the others: people who only look, and one who does not read (R31). */
export async function measureWatching(): Promise<Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    const boards = await seed(dataDir, {
      users: IDLE_VIEWERS,
      boards: [{ cards: 100, members: IDLE_VIEWERS }, { cards: 100 }, { cards: 100 }],
    });
    const [looked, ...pushed] = boards as [SeededBoard, SeededBoard, SeededBoard];
    return withLivelane(dataDir, async ({ url }) => [await idle(url, looked), await stalled(url, pushed)]);
  });
}

/** Everyone says that they are still there, and nothing happens. */
async function idle(url: string, { projectId, members }: SeededBoard): Promise<Row> {
  const clients: LiveClient[] = [];
  for (const token of await tokensOf(url, members)) {
    const client = await LiveClient.open(url, { token });
    await client.subscribe(projectId);
    clients.push(client);
  }
  const sign = () =>
    Promise.all(clients.map((client) => client.ask('presence:set', { projectId, mode: 'viewing' })));
  await sign();
  // Until everyone has heard of everything.
  await wait(2 * SIGN_MS);
  await sign();
  const before = clients.map(({ bytesRead }) => bytesRead);
  const end = performance.now() + IDLE_MS;
  while (performance.now() < end) {
    await wait(SIGN_MS);
    await sign();
  }
  const bytes = clients.map(({ bytesRead }, index) => bytesRead - (before[index] as number));
  for (const client of clients) client.close();
  return {
    part: 'watching',
    name: `${IDLE_VIEWERS} idle viewers of a board for a minute, bytes to each`,
    runs: 1,
    values: { bytes: spread(bytes) },
  };
}

/** Long descriptions pushed to two boards in turn: on one of them someone reads nothing. */
async function stalled(url: string, boards: readonly SeededBoard[]): Promise<Row> {
  const sides = await Promise.all(
    boards.map(async (board, index) => {
      const [token = ''] = await tokensOf(url, board.members);
      const { projectId } = board;
      const audience = await Audience.open(url, SUBSCRIBERS - 1, { token });
      await audience.each((client) => client.subscribe(projectId));
      const last = await LiveClient.open(url, { token });
      await last.subscribe(projectId);
      if (index === 0) last.stall();
      const load = new BoardLoad(board, [{ connection: await HttpConnection.open(url), token }]);
      let turn = 0;
      return {
        heard: [] as Heard[],
        round: () => audience.listen(() => load.describe(0, `${turn++} ${DESCRIPTION}`)),
        close: () => {
          audience.close();
          last.close();
        },
      };
    }),
  );
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const side of sides) {
      const heard = await side.round();
      if (round > 0) side.heard.push(heard);
    }
  for (const { close } of sides) close();
  const [beside, alone] = sides.map(({ heard }) => heardValues(heard.map(({ last }) => last)));
  return {
    part: 'watching',
    name: `edit of 19 kB to event, last of ${SUBSCRIBERS - 1} beside one that reads nothing`,
    runs: ROUNDS,
    values: beside ?? {},
    baseline: { name: 'all read', values: alone ?? {} },
  };
}
