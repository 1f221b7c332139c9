import { randomUUID } from 'node:crypto';
import type { OpsPage } from '@livelane/shared/boards/board.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { call, createProject, type Person, readBoard, signUp } from '../../../test-kit/team';
import { restartable } from './restartable';

const WRITERS = 8;
/** The server is killed once so many writes have been acknowledged. */
const KILL_AFTER = 60;
const TEST_TIMEOUT_MS = 120_000;

const product = restartable();

interface Sent {
  key: string;
  title: string;
  answer?: TaskWriteAnswer;
}

/** Writes one task after another until the server is gone. */
async function write(
  url: string,
  person: Person,
  projectId: string,
  sent: Sent[],
  onAnswer: () => void,
): Promise<void> {
  for (let n = 0; ; n++) {
    const entry: Sent = { key: randomUUID(), title: `${person.user.firstName} ${n}` };
    sent.push(entry);
    try {
      entry.answer = await call<TaskWriteAnswer>(url, 'POST', '/tasks', {
        token: person.token,
        key: entry.key,
        body: { title: entry.title, projectId },
      });
    } catch {
      return;
    }
    onAnswer();
  }
}

test(
  'R2 R3 R7 killed in the middle of writes: every acknowledged write is there, versions without a hole, retries have one effect',
  async () => {
    let server = await product.start();
    const owner = await signUp(server.url, 'Owner');
    const project = await createProject(server.url, owner);
    const sent: Sent[] = [];
    let answers = 0;
    const enough = new Promise<void>((resolve) => {
      const count = () => {
        answers++;
        if (answers === KILL_AFTER) resolve();
      };
      for (let n = 0; n < WRITERS; n++) void write(server.url, owner, project.id, sent, count);
    });
    await enough;
    await server.kill();

    server = await product.start();
    const { url } = server;
    const acknowledged = sent.filter((entry) => entry.answer);
    const unanswered = sent.filter((entry) => !entry.answer);
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILL_AFTER);
    expect(unanswered.length).toBeGreaterThan(0);

    const titles = async () => {
      const board = await readBoard(url, owner, project.id);
      return board.columns.flatMap((column) => column.tasks).map((task) => task.title);
    };
    expect(await titles()).toEqual(expect.arrayContaining(acknowledged.map((entry) => entry.title)));

    // What got no answer is sent again with the same key: done once, whether it was committed before or not.
    for (const { key, title } of [...unanswered, ...acknowledged.slice(0, 3)]) {
      await call(url, 'POST', '/tasks', { token: owner.token, key, body: { title, projectId: project.id } });
    }
    expect((await titles()).sort()).toEqual(sent.map((entry) => entry.title).sort());

    const page = await call<OpsPage>(url, 'GET', `/kanban/project/${project.id}/ops?since=0`, {
      token: owner.token,
    });
    expect(page.ops.map((op) => op.v)).toEqual(Array.from({ length: sent.length }, (_, index) => index + 1));
  },
  TEST_TIMEOUT_MS,
);

test(
  'a stop in order: SIGTERM ends the process with code 0, and tokens survive the restart',
  async () => {
    let server = await product.start();
    const owner = await signUp(server.url, 'Owner');
    const project = await createProject(server.url, owner);
    expect(await server.stop()).toBe(0);

    server = await product.start();
    const board = await readBoard(server.url, owner, project.id);
    expect(board.projectId).toBe(project.id);
  },
  TEST_TIMEOUT_MS,
);
