import { setTimeout as wait } from 'node:timers/promises';
import type { CommentsPage } from '@livelane/shared/comments/comment.schema';
import { Random } from '../../../test-kit/random';
import { createProject, signUp } from '../../../test-kit/team';
import { Auditor } from './clients/auditor';
import { readBoard } from './clients/boards';
import { send } from './clients/requests';
import { Session } from './clients/session';
import { Watcher } from './clients/watcher';
import { type Scene, Writer } from './clients/writer';
import { lanesOf, type Means, strikeOn } from './faults';
import type { DatabaseName, Product } from './product/product';
import type { Recorder } from './recorder';

/** The first one owns both projects. */
const PEOPLE = ['Olga', 'Ben', 'Cleo', 'Dan'];
const PROJECTS = 2;
const WRITERS = 12;
const WATCHERS = 12;
const PAUSE_MS = 90;
/** After the last fault: for a write to be answered, and for everyone to have the head. */
const ANSWERED_MS = 60_000;
const CONVERGED_MS = 60_000;
const LOOK_MS = 100;
/** The log stands still when nothing has come for so long: what a stopped node had begun is over. */
const STILL_MS = 2_000;
const RETRY_MS = 300;

export interface Plan {
  database: DatabaseName;
  seed: number;
  seconds: number;
  means: Means;
  tell(text: string): void;
}

/** People work while the product fails in all ways; then all of it is mended, and everyone says what they have. */
export async function chaos(product: Product, recorder: Recorder, plan: Plan): Promise<{ faults: number }> {
  const random = new Random(plan.seed);
  const { urls } = product;
  const { sessions, projectIds } = await invite(urls);
  const [owner] = sessions;
  if (!owner) throw new Error('nobody is there');
  recorder.add({
    is: 'run',
    database: plan.database,
    seed: plan.seed,
    people: sessions.map(({ userId, isOwner }) => ({ userId, isOwner })),
    projectIds,
  });
  const auditors = projectIds.map((projectId) => new Auditor(recorder, owner, urls, projectId));
  const scene: Scene = {
    recorder,
    urls,
    projectIds,
    peopleIds: sessions.map(({ userId }) => userId),
    pauseMs: PAUSE_MS,
    room: async (id, v) => auditors.find(({ projectId }) => projectId === id)?.room(v),
  };
  const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  const watchers = Array.from({ length: WATCHERS }, (_, n) => {
    const [session, projectId] = [at(sessions, n), at(projectIds, Math.floor(n / sessions.length))];
    return new Watcher(recorder, `watcher ${n + 1}`, session, at(urls, n), projectId);
  });
  const writers = Array.from(
    { length: WRITERS },
    (_, n) => new Writer(`writer ${n + 1}`, at(sessions, n), scene, random.fork()),
  );
  for (const writer of writers) writer.start();

  const faults = await strikeAll(product, recorder, plan, random);
  await Promise.all(writers.map((writer) => writer.stop(ANSWERED_MS)));
  await converge(auditors, watchers);
  for (const watcher of watchers) watcher.close();
  await Promise.all(auditors.map((auditor) => auditor.stop()));
  await readAll(recorder, sessions, urls, projectIds);
  return { faults };
}

async function invite(urls: readonly string[]): Promise<{ sessions: Session[]; projectIds: string[] }> {
  const [url = ''] = urls;
  const people = await Promise.all(PEOPLE.map((name) => signUp(url, name)));
  const [owner, ...members] = people;
  if (!owner) throw new Error('nobody is there');
  const projectIds: string[] = [];
  for (let n = 1; n <= PROJECTS; n++)
    projectIds.push((await createProject(url, owner, members, `Board ${n}`)).id);
  return { sessions: people.map((person) => new Session(person, person === owner, urls)), projectIds };
}

/** All lanes of faults at once, for as long as the plan says. */
async function strikeAll(product: Product, recorder: Recorder, plan: Plan, random: Random): Promise<number> {
  const began = performance.now();
  const isOver = AbortSignal.timeout(plan.seconds * 1000);
  const tell = (text: string): void => {
    const now = performance.now();
    recorder.add({ is: 'fault', at: now, text });
    plan.tell(`${((now - began) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  };
  const counts = await Promise.all(
    lanesOf(product, plan.means).map((kinds) => strikeOn(kinds, random.fork(), isOver, tell)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Resolves once everyone has what the logs end with; after a while with what they have. */
async function converge(auditors: readonly Auditor[], watchers: readonly Watcher[]): Promise<void> {
  const giveUp = performance.now() + CONVERGED_MS;
  let heads = '';
  let stillSince = performance.now();
  const headOf = (id: string) => auditors.find(({ projectId }) => projectId === id)?.v;
  while (performance.now() < giveUp) {
    await wait(LOOK_MS);
    const now = auditors.map(({ v }) => v).join();
    if (now !== heads) stillSince = performance.now();
    heads = now;
    const isStill = performance.now() - stillSince > STILL_MS;
    if (isStill && watchers.every(({ projectId, v }) => v === headOf(projectId))) return;
  }
}

/** What each person finds on each node, and all comments. */
async function readAll(
  recorder: Recorder,
  sessions: readonly Session[],
  urls: readonly string[],
  projectIds: readonly string[],
): Promise<void> {
  const taskIds = new Set<string>();
  for (const session of sessions)
    for (const [index, url] of urls.entries())
      for (const projectId of projectIds) {
        const client = `${session.userId} at node ${index + 1}`;
        const read = () => readBoard(recorder, { client, session, url }, projectId, true);
        const { tasks } = await untilAnswered(read);
        if (session.isOwner) for (const { id } of tasks) taskIds.add(id);
      }
  const [session] = sessions;
  for (const taskId of taskIds) {
    const path = `/tasks/${taskId}/comments?limit=100`;
    const read = async () => session && (await send(urls[0] ?? '', session, { method: 'GET', path }));
    const { body } = await untilAnswered(async () => {
      const answer = await read();
      return answer?.status === 200 ? answer : null;
    });
    const comments = (body as CommentsPage).comments.map(({ id, text }) => ({ id, text }));
    recorder.add({ is: 'comments', taskId, comments });
  }
}

async function untilAnswered<T>(ask: () => Promise<T | null>): Promise<T> {
  const giveUp = performance.now() + ANSWERED_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > giveUp) throw new Error('the product does not answer when all faults are over');
    await wait(RETRY_MS);
  }
}
