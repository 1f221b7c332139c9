import { setTimeout as wait } from 'node:timers/promises';
import type { Project } from '@livelane/shared/projects/project.schema';
import { HttpConnection } from '../../../test-kit/load/http.client';
import { inTemporaryFolder, tokensOf, withLivelane } from '../../../test-kit/load/livelane';
import { quantile, type Row, type Run, spread, type Values, valuesOf } from '../../../test-kit/load/measure';
import { type SeededBoard, seed } from '../../../test-kit/load/seed';
import { call } from '../../../test-kit/team';
import { BoardLoad } from './board.load';

const part = 'people';
const STARTS = 5;
const CARDS = 20;
const OWN_PROJECTS = 200;
const PROJECTS = 500;
/** Changes of a role, to and fro. */
const CHANGES = 4;
const PEOPLE = 5_000;
const CALLS = 20;
const MOVES = 150;
/** Between two looks at how far a change has come. */
const LOOK_MS = 50;

interface Team {
  url: string;
  token: string;
  board: SeededBoard;
  workspaceId: string;
  load: BoardLoad;
}

/** What many projects and many people cost: someone's first personal board, changed roles, a large workspace. */
export async function measurePeople(): Promise<Row[]> {
  return [await measurePersonal(), ...(await measureRoles()), ...(await measureWorkspace())];
}

/** The first read after each start, beside the one after it. */
async function measurePersonal(): Promise<Row> {
  return inTemporaryFolder(async (dataDir) => {
    const plan = { cards: CARDS, members: 2 };
    const [board] = await seed(dataDir, { users: 2, boards: Array(OWN_PROJECTS).fill(plan) });
    const times = { first: [] as number[], second: [] as number[] };
    for (let start = 0; start < STARTS; start++)
      await withLivelane(dataDir, async ({ url }) => {
        const [token = ''] = await tokensOf(url, board?.members.slice(0, 1) ?? []);
        for (const list of [times.first, times.second])
          list.push(await timed(() => call(url, 'GET', '/kanban/personal', { token })));
      });
    return {
      part,
      name: `read the personal board of ${OWN_PROJECTS} projects, the first after a start`,
      runs: STARTS,
      values: { p50: spread(times.first) },
      baseline: { name: 'the second', values: { p50: spread(times.second) } },
    };
  });
}

/** A role in a workspace of many projects: its answer, when all of them tell it, and what moves cost meanwhile. */
async function measureRoles(): Promise<Row[]> {
  return withTeam(16, async (team) => {
    const { url, token, board, workspaceId, load } = team;
    for (let n = 1; n < PROJECTS; n++) {
      const body = { name: `Project ${n}`, description: 'One of many', workspaceId };
      await call(url, 'POST', '/projects', { token, body });
    }
    const userId = board.memberIds[1] ?? '';
    const [answers, all]: [number[], number[]] = [[], []];
    const [alone, meanwhile]: [Run[], Run[]] = [[], []];
    for (let change = 0; change < CHANGES; change++) {
      alone.push(await load.moves(1, MOVES));
      const start = performance.now();
      const body = { userId, roleId: change % 2 === 0 ? 'maintainer' : 'member' };
      await call(url, 'PUT', `/workspaceUsers/${workspaceId}`, { token, body });
      answers.push(performance.now() - start);
      const moves = load.moves(1, MOVES);
      while ((await updatesOf(team)).length > 0) await wait(LOOK_MS);
      all.push(performance.now() - start);
      meanwhile.push(await moves);
    }
    const what = `a role in a workspace of ${PROJECTS} projects`;
    return [
      { part, name: `${what}, answered`, runs: CHANGES, values: { p50: spread(answers) } },
      { part, name: `${what}, told in all of them`, runs: CHANGES, values: { p50: spread(all) } },
      {
        part,
        name: `move, one client, while ${what} is being told`,
        runs: CHANGES,
        values: valuesOf(meanwhile),
        baseline: { name: 'before it', values: valuesOf(alone) },
      },
    ];
  });
}

const updatesOf = ({ url, token, workspaceId }: Team) =>
  call<unknown[]>(url, 'GET', `/workspaceUsers/updates/${workspaceId}`, { token });

/** What is done to a workspace of very many people, beside one of a few. */
async function measureWorkspace(): Promise<Row[]> {
  const [few, many] = [await measureMembers(16), await measureMembers(PEOPLE)];
  return Object.entries(many).map(([name, values]) => ({
    part,
    name: `${name}, workspace of ${PEOPLE.toLocaleString('en')} people`,
    runs: CALLS,
    values,
    baseline: { name: 'of 16', values: few[name] ?? {} },
  }));
}

function measureMembers(members: number): Promise<Record<string, Values>> {
  return withTeam(members, async ({ url, token, board, workspaceId, load }) => {
    const path = `/workspaceUsers/${workspaceId}`;
    const userId = board.memberIds[1] ?? '';
    const values: Record<string, Values> = {};
    const measure = async (name: string, work: (turn: number) => Promise<unknown>) => {
      const times: number[] = [];
      await work(0);
      for (let turn = 1; turn <= CALLS; turn++) times.push(await timed(() => work(turn)));
      values[name] = { p50: spread(times), p95: spread([quantile(times, 0.95)]) };
    };
    await measure('change a role', (turn) =>
      call(url, 'PUT', path, { token, body: { userId, roleId: ['maintainer', 'member'][turn % 2] } }),
    );
    await measure('remove someone and add them again', async () => {
      await call(url, 'DELETE', `${path}/${userId}`, { token });
      await call(url, 'POST', path, { token, body: { userId, roleId: 'member' } });
    });
    await measure('list the members', () => call(url, 'GET', path, { token }));
    await measure('read a board', () => call(url, 'GET', `/kanban/project/${board.projectId}`, { token }));
    await measure('move a card', () => load.move(0));
    return values;
  });
}

/** A workspace with a board whose members are all of its people. */
function withTeam<T>(members: number, work: (team: Team) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (dataDir) => {
    const [board] = await seed(dataDir, { users: members, boards: [{ cards: CARDS, members }] });
    if (!board) throw new Error('no board');
    return withLivelane(dataDir, async ({ url }) => {
      const [token = ''] = await tokensOf(url, board.members.slice(0, 1));
      const { workspaceId } = await call<Project>(url, 'GET', `/projects/${board.projectId}`, { token });
      const connection = await HttpConnection.open(url);
      try {
        return await work({
          url,
          token,
          board,
          workspaceId,
          load: new BoardLoad(board, [{ connection, token }]),
        });
      } finally {
        connection.close();
      }
    });
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
