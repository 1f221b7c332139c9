import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NotificationPage } from '@livelane/shared/notifications/notification.schema';
import type { TaskWriteAnswer } from '@livelane/shared/tasks/task.schema';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { Random, seedOfRun } from '../../../test-kit/random';
import { startMailServer, type TestMailServer } from '../../../test-kit/smtp.server';
import { call, createProject, type Person, signUp } from '../../../test-kit/team';

/** So often the server is killed: KILLS=50 for a thorough run. */
const KILLS = Number(process.env.KILLS ?? 4);
/** Of the moments. */
const SEED = seedOfRun();
/** An op is on its way so long, and a notification follows it within so long. */
const OP_MS = 15;
const NOTIFICATION_MS = 150;
const TEST_TIMEOUT_MS = 120_000 + KILLS * 60_000;

let dataDir: string;
let smtp: TestMailServer;
let server: LivelaneProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-kill-'));
  smtp = await startMailServer();
});
afterEach(async () => {
  await server?.kill();
  await smtp.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () =>
  startLivelane({
    dataDir,
    env: {
      SMTP_URL: smtp.settings.smtpUrl.href,
      MAIL_FROM: smtp.settings.from,
      MAIL_WINDOW_S: '0.2',
      MAIL_RETRY_S: '1',
    },
  });

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How often a reader was notified of being assigned each task, by its title. */
async function assignedTitles(url: string, { token }: Person): Promise<string[]> {
  const titles: string[] = [];
  for (let query = '?limit=100'; query !== ''; ) {
    const page: NotificationPage = await call(url, 'GET', `/notifications${query}`, { token });
    titles.push(...page.items.filter(({ reason }) => reason === 'assigned').map(({ title }) => title));
    query = page.next === null ? '' : `?limit=100&before=${page.next}`;
  }
  return titles.sort();
}

test(
  `R29 R30 killed between op, notification and mail: each comes, and each once (SEED=${SEED})`,
  async () => {
    const random = new Random(SEED);
    server = await start();
    const [owner, reader] = [await signUp(server.url, 'Owner'), await signUp(server.url, 'Reader')];
    const { token } = owner;
    const { id: projectId } = await createProject(server.url, owner, [reader]);
    const titles: string[] = [];
    let killsAmidMails = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const title = `Task ${String(kill).padStart(3, '0')}`;
      titles.push(title);
      const [key, body] = [randomUUID(), { title, projectId, assignees: [reader.user.id] }];
      const send = (url: string) => call<TaskWriteAnswer>(url, 'POST', '/tasks', { token, key, body });
      const mail = kill % 4 === 3 ? smtp.arrived(smtp.received.length + 1) : smtp.begun();
      const sent = send(server.url).catch(() => null);
      if (kill % 4 === 0) await sleep(random.next() * OP_MS);
      else await sent;
      if (kill % 4 === 1) await sleep(random.next() * NOTIFICATION_MS);
      if (kill % 4 >= 2) {
        // The mail is on its way, or taken and still in the queue.
        await mail;
        killsAmidMails++;
      }
      await server.kill();
      server = await start();
      await send(server.url);
    }

    const mailOf = (title: string) => smtp.received.filter(({ headers }) => headers.subject?.endsWith(title));
    while (!titles.every((title) => mailOf(title).length > 0)) await smtp.arrived(smtp.received.length + 1);
    expect(await assignedTitles(server.url, reader)).toEqual(titles);
    const ids = titles.map(
      (title) => new Set(mailOf(title).map(({ headers }) => headers['message-id'])).size,
    );
    expect(ids).toEqual(titles.map(() => 1));
    const doubles = titles.reduce((sum, title) => sum + mailOf(title).length - 1, 0);
    console.info(`${KILLS} kills, ${killsAmidMails} of them amid mails; ${doubles} mails came twice`);
    // A death within DATA may double a mail, under the same Message-ID; no other one does.
    expect(doubles).toBeLessThanOrEqual(killsAmidMails);
  },
  TEST_TIMEOUT_MS,
);
