import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PersonalBoard, ProjectBoard } from '@livelane/shared/boards/board.schema';
import { taskPriorities, taskStates } from '@livelane/shared/tasks/task.values';
import type { Workspace } from '@livelane/shared/workspaces/workspace.schema';
import { type LivelaneProcess, startLivelane } from '../../../test-kit/livelane.process';
import { repositoryRoot } from '../../../test-kit/repositoryRoot';
import { call, type Person, signIn } from '../../../test-kit/team';

const TEST_TIMEOUT_MS = 90_000;
/** As the start prints them. */
const ACCOUNT = /^ {2}(\S+@\S+) {3}password (\S+)$/gm;

let dataDir: string;
let demo: LivelaneProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'livelane-demo-'));
});

afterEach(async () => {
  await demo?.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** `npm run demo` with settings of a real installation around it, which it must leave alone. */
const startDemo = () =>
  startLivelane({
    dataDir: path.join(dataDir, 'real'),
    env: {
      DEMO_DATA_DIR: path.join(dataDir, 'demo'),
      MONGODB_URI: 'mongodb://127.0.0.1:1/real',
      REDIS_URL: 'redis://127.0.0.1:1',
    },
    command: ['npm', 'run', 'demo'],
  });

async function signInWithAll({ url, output }: LivelaneProcess): Promise<Person[]> {
  const accounts = [...output().matchAll(ACCOUNT)];
  return Promise.all(accounts.map(([, email = '', password = '']) => signIn(url, email, password)));
}

const boardsOf = async (url: string, { token }: Person): Promise<ProjectBoard[]> => {
  const workspaces = await call<Workspace[]>(url, 'GET', '/workspaces/user', { token });
  const projects = workspaces.flatMap((workspace) => workspace.projects);
  return Promise.all(
    projects.map(({ id }) => call<ProjectBoard>(url, 'GET', `/kanban/project/${id}`, { token })),
  );
};
const tasksOf = (board: ProjectBoard | PersonalBoard) => board.columns.flatMap((column) => column.tasks);

test(
  'npm run demo: both printed accounts sign in and find a team at work; a second start keeps what they did',
  async () => {
    demo = await startDemo();
    const people = await signInWithAll(demo);
    expect(people).toHaveLength(2);
    const readme = await readFile(path.join(repositoryRoot(), 'README.md'), 'utf8');
    for (const { email, password } of people) expect(readme).toContain(`| \`${email}\` | \`${password}\` |`);
    const [maya, tom] = people as [Person, Person];

    const boards = await boardsOf(demo.url, maya);
    expect(boards.length).toBeGreaterThanOrEqual(5);
    const tasks = boards.flatMap(tasksOf);
    expect(tasks.length).toBeGreaterThan(60);
    expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(taskStates));
    expect(new Set(tasks.map(({ priority }) => priority))).toEqual(new Set([...taskPriorities, null]));
    expect(tasks.some(({ visibility }) => visibility === 'PRIVATE')).toBe(true);
    for (const person of people) {
      const personal = await call<PersonalBoard>(demo.url, 'GET', '/kanban/personal', {
        token: person.token,
      });
      expect(tasksOf(personal).length).toBeGreaterThan(5);
    }
    // What is private of Maya's stays hers.
    const seenByTom = (await boardsOf(demo.url, tom)).flatMap(tasksOf);
    const hidden = tasks.find(({ visibility }) => visibility === 'PRIVATE');
    expect(seenByTom.map(({ id }) => id)).not.toContain(hidden?.id);

    const [board] = boards;
    if (!board) throw new Error('no board');
    const body = { title: 'Kept by the second start', projectId: board.projectId };
    await call(demo.url, 'POST', '/tasks', { token: maya.token, body });
    await demo.stop();
    demo = await startDemo();
    const [again] = await signInWithAll(demo);
    if (!again) throw new Error('nobody signed in again');
    const titles = (await boardsOf(demo.url, again)).flatMap(tasksOf).map(({ title }) => title);
    expect(titles).toHaveLength(tasks.length + 1);
    expect(titles).toContain('Kept by the second start');

    expect(await readdir(dataDir)).toEqual(['demo']);
  },
  TEST_TIMEOUT_MS,
);
