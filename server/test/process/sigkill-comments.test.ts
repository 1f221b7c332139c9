import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedMongo } from '@livelane/embedded-mongo';
import { boardHash } from '@livelane/shared/boards/board-hash';
import type { CommentsPage, CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { Activity, PastBoard } from '@livelane/shared/history/history.schema';
import { PASSWORD, seed } from '../../../test-kit/load/seed';
import { call, readBoard, signIn } from '../../../test-kit/team';
import { connect } from '../../src/database/connect';
import { restartable } from './restartable';

/** So often the server is killed at least, and until one kill fell within a checkpoint: KILLS=10 for a thorough run. */
const KILLS = Number(process.env.KILLS ?? 3);
/** A checkpoint of so many has a dozen parts; the last one falls among the comments. */
const CARDS = 5_980;
const CHECKPOINT_OPS = 1_000;
/** The checkpoint that every server finds missing. */
const MISSING_V = 5_000;
const WRITERS = 4;
/** Checkpoints are written for about that long after the look back that misses them: kills are spread over it. */
const WRITING_MS = 200;
/** Of the golden ratio: spreads numbers evenly, however many there are. */
const SPREAD = 0.618_034;
const TEST_TIMEOUT_MS = 60_000 + KILLS * 60_000;

const product = restartable();

interface Sent {
  key: string;
  text: string;
  answer?: CommentWriteAnswer;
}

/**
 * What a killed server has left of checkpoints: how many parts there are of one that lacks some. The latest whole ones are
 * taken away, so that the next server writes them.
 */
async function leftBehind(dataDir: string): Promise<{ v: number; parts: number } | null> {
  const database = await startEmbeddedMongo({ folder: path.join(dataDir, 'database'), relaxed: true });
  const connection = await connect(database.uri);
  try {
    const rows = connection.collection('checkpoints');
    const found = new Map<number, { parts: number; all: number }>();
    for (const { v, parts: all } of await rows.find({}, { projection: { v: 1, parts: 1 } }).toArray())
      found.set(v, { parts: (found.get(v)?.parts ?? 0) + 1, all });
    const [torn] = [...found].filter(([, { parts, all }]) => parts < all);
    await rows.deleteMany({ v: { $gte: MISSING_V, ...(torn && { $ne: torn[0] }) } });
    return torn ? { v: torn[0], parts: torn[1].parts } : null;
  } finally {
    await connection.close();
    await database.close();
  }
}

test(
  'R25 R26 killed while comments and checkpoints are written: nothing is lost, nothing is there twice, no part passes for a whole',
  async () => {
    const [seeded] = await seed(product.dataDir, {
      users: 1,
      boards: [{ cards: CARDS, hasCheckpoints: true }],
    });
    if (!seeded) throw new Error('no board');
    const { projectId, taskIds } = seeded;
    const [taskId] = taskIds;
    let server = await product.start();
    const owner = await signIn(server.url, seeded.members[0] ?? '', PASSWORD);
    const { token } = owner;
    const send = (url: string, { key, text }: Sent) =>
      call<CommentWriteAnswer>(url, 'POST', `/tasks/${taskId}/comments`, { token, key, body: { text } });
    const cardsAt = async (url: string, v: number) => {
      const past = await call<PastBoard>(url, 'GET', `/kanban/project/${projectId}/at?v=${v}`, { token });
      return past.columns.flatMap(({ tasks }) => tasks);
    };

    const all: Sent[] = [];
    let [kills, amid] = [0, 0];
    for (let torn: Awaited<ReturnType<typeof leftBehind>> = null; kills < KILLS || amid === 0; kills++) {
      const { url } = server;
      const sent: Sent[] = [];
      let answered = (): void => undefined;
      const first = new Promise<void>((resolve) => {
        answered = resolve;
      });
      const write = async (writer: number): Promise<void> => {
        for (let n = 0; ; n++) {
          const entry: Sent = { key: randomUUID(), text: `${kills}.${writer}.${n}` };
          sent.push(entry);
          try {
            entry.answer = await send(url, entry);
          } catch {
            return;
          }
          answered();
        }
      };
      // Looked at before it is written again: it lacks parts, and the board of then lacks nothing.
      const v = torn?.v ?? MISSING_V;
      expect(await cardsAt(url, v)).toHaveLength(Math.min(v, CARDS));
      for (let writer = 0; writer < WRITERS; writer++) void write(writer);
      await first;
      await pause(WRITING_MS * ((kills * SPREAD) % 1));
      await server.kill();
      const left = await leftBehind(product.dataDir);
      if (left && (left.v !== torn?.v || left.parts !== torn.parts)) amid++;
      torn = left;
      server = await product.start();
      for (const entry of sent) {
        const again = await send(server.url, entry);
        if (entry.answer) expect(again).toEqual({ ...entry.answer, replayed: true });
      }
      all.push(...sent);
    }
    console.info(`${kills} kills, ${amid} of them within a checkpoint; ${all.length} comments`);

    const { url } = server;
    const texts: string[] = [];
    for (let query = '?limit=100'; query !== ''; ) {
      const page: CommentsPage = await call(url, 'GET', `/tasks/${taskId}/comments${query}`, { token });
      texts.push(...page.comments.map(({ text }) => text));
      query = page.next === null ? '' : `?limit=100&before=${page.next}`;
    }
    expect(texts.sort()).toEqual(all.map(({ text }) => text).sort());
    const board = await readBoard(url, owner, projectId);
    const cards = board.columns.flatMap(({ tasks }) => tasks);
    expect(cards.find(({ id }) => id === taskId)?.numOfComments).toBe(all.length);
    expect(board.v).toBe(CARDS + all.length);
    for (let v = CHECKPOINT_OPS; v <= CARDS; v += CHECKPOINT_OPS)
      expect(await cardsAt(url, v)).toHaveLength(v);
    expect(boardHash(await cardsAt(url, board.v))).toBe(boardHash(cards));
    const versions: number[] = [];
    for (let before = board.v + 1; before > CARDS + 1; before = versions.at(-1) ?? 0) {
      const query = `limit=100&type=comment.added&before=${before}`;
      const page = await call<Activity>(url, 'GET', `/kanban/project/${projectId}/activity?${query}`, {
        token,
      });
      versions.push(...page.items.map(({ v }) => v));
    }
    expect(versions).toEqual(Array.from({ length: all.length }, (_, index) => board.v - index));
  },
  TEST_TIMEOUT_MS,
);
