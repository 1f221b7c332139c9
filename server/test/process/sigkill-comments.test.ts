import { randomUUID } from 'node:crypto';
import { boardHash } from '@livelane/shared/boards/board-hash';
import type { CommentsPage, CommentWriteAnswer } from '@livelane/shared/comments/comment.schema';
import type { Activity, PastBoard } from '@livelane/shared/history/history.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { restartable } from './restartable';

/** So often the server is killed: KILLS=10 for a thorough run. */
const KILLS = Number(process.env.KILLS ?? 3);
/** Comments that are answered before each. */
const KILL_AFTER = 40;
const WRITERS = 4;
const BULK = 200;
/** The first checkpoint falls among the comments. */
const CHECKPOINT_V = 1_000;
const TEST_TIMEOUT_MS = 60_000 + KILLS * 60_000;

const product = restartable();

interface Sent {
  key: string;
  text: string;
  taskId: string;
  answer?: CommentWriteAnswer;
}

/** Moves cards to and fro, many at once, up to a version. */
async function fillUpTo(v: number, url: string, { token }: Person, projectId: string): Promise<void> {
  const ids: string[] = [];
  for (let n = 0; n < BULK; n++) {
    const body = { title: `Card ${n}`, projectId };
    ids.push((await call<TaskWriteAnswer>(url, 'POST', '/tasks', { token, body })).id);
  }
  for (let [at, round] = [BULK, 0]; at < v; round++) {
    const state = round % 2 === 0 ? 'DONE' : 'READY';
    const changes = ids.slice(0, v - at).map((taskId) => ({ taskId, move: { state } }));
    at = (await call<{ v: number }>(url, 'POST', '/kanban/bulk', { token, body: { projectId, changes } })).v;
  }
}

test(
  'R25 R26 killed while comments and checkpoints are written: nothing is lost, nothing is there twice',
  async () => {
    let server = await product.start();
    const owner = await signUp(server.url, 'Owner');
    const { token } = owner;
    const { id: projectId } = await createProject(server.url, owner);
    await fillUpTo(CHECKPOINT_V - KILL_AFTER, server.url, owner, projectId);
    const made = { title: 'Talked about', projectId };
    const task = await call<TaskWriteAnswer>(server.url, 'POST', '/tasks', { token, body: made });
    const send = (url: string, { key, text, taskId }: Sent) =>
      call<CommentWriteAnswer>(url, 'POST', `/tasks/${taskId}/comments`, { token, key, body: { text } });

    const all: Sent[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const { url } = server;
      const sent: Sent[] = [];
      let answers = 0;
      await new Promise<void>((enough) => {
        const write = async (writer: number): Promise<void> => {
          for (let n = 0; ; n++) {
            const entry: Sent = { key: randomUUID(), text: `${kill}.${writer}.${n}`, taskId: task.id };
            sent.push(entry);
            try {
              entry.answer = await send(url, entry);
            } catch {
              return;
            }
            answers++;
            if (answers === KILL_AFTER) enough();
          }
        };
        for (let writer = 0; writer < WRITERS; writer++) void write(writer);
      });
      await server.kill();
      server = await product.start();
      for (const entry of sent) {
        const again = await send(server.url, entry);
        if (entry.answer) expect(again).toEqual({ ...entry.answer, replayed: true });
      }
      all.push(...sent);
    }

    const { url } = server;
    const texts: string[] = [];
    for (let query = '?limit=100'; query !== ''; ) {
      const page: CommentsPage = await call(url, 'GET', `/tasks/${task.id}/comments${query}`, { token });
      texts.push(...page.comments.map(({ text }) => text));
      query = page.next === null ? '' : `?limit=100&before=${page.next}`;
    }
    expect(texts.sort()).toEqual(all.map(({ text }) => text).sort());
    const board = await readBoard(url, owner, projectId);
    const cards = board.columns.flatMap(({ tasks }) => tasks);
    expect(cards.find(({ id }) => id === task.id)?.numOfComments).toBe(all.length);
    expect(board.v).toBeGreaterThan(CHECKPOINT_V);
    const at = `/kanban/project/${projectId}`;
    const past = await call<PastBoard>(url, 'GET', `${at}/at?v=${board.v}`, { token });
    expect(boardHash(past.columns.flatMap(({ tasks }) => tasks))).toBe(boardHash(cards));
    const versions: number[] = [];
    for (let before = board.v + 1; before > board.v - all.length + 1; before = versions.at(-1) ?? 0) {
      const query = `limit=100&type=comment.added&before=${before}`;
      const { items } = await call<Activity>(url, 'GET', `${at}/activity?${query}`, { token });
      versions.push(...items.map(({ v }) => v));
    }
    expect(versions).toEqual(Array.from({ length: all.length }, (_, index) => board.v - index));
  },
  TEST_TIMEOUT_MS,
);
