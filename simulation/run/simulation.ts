import { labelColours } from '@livelane/shared/labels/label.values';
import { Random } from '../../test-kit/random';
import { Browser, sessionOf } from '../client/browser';
import { CALM } from '../client/line';
import { Cluster } from '../server/cluster';
import type { Database } from '../server/database';
import { World } from '../world/world';
import { commands, type Scene } from './commands';
import { applyFault } from './faults';
import { History } from './history';
import { checkAll } from './invariants';
import { checkLeaving } from './leaving';
import { checkLive } from './live.checks';
import { converge } from './liveness';
import type { COMMANDS, FAULTS, Plan, Step } from './plan';
import { checkPresence } from './presence';
import { Requests } from './requests';
import { Tab } from './tab';

const NAMES = ['Ana', 'Bob', 'Cyd', 'Dov', 'Eva'];
/** How often a server looks for unfinished work. */
const TIDY_MS = 10_000;
/** A restore is over after this long. */
const RESTORED_MS = 120_000;

/** Someone who works on the boards. */
export interface User {
  id: string;
  firstName: string;
  surname: string;
  email: string;
}

/** The parts of one simulation, for faults and invariants. */
export interface Stage {
  plan: Plan;
  world: World;
  cluster: Cluster;
  history: History;
  browsers: Browser[];
  /** By place in the plan; a tab that was closed is there until it is opened again. */
  tabs: Tab[];
  closedTabs: Tab[];
  users: readonly User[];
  workspaceId: string;
  projectIds: readonly [first: string, second: string];
  requests: Requests;
  /** Labels that someone has made. */
  labelIds: string[];
  openTab(index: number): Tab;
}

/** Plays one plan to its end. @returns what happened, with the first invariant that does not hold */
export function simulate(plan: Plan, database: Database): Promise<History> {
  return stageOf(plan, database, play);
}

/** Lets `act` play on the stage of a plan; then all becomes quiet, and the invariants are checked. */
export async function stageOf(
  plan: Plan,
  database: Database,
  act: (stage: Stage) => Promise<void>,
): Promise<History> {
  const world = new World(plan.seed, () => database.isBusy);
  database.liveIn(world);
  const history = new History(world);
  const databaseName = `simulation-${world.random.uuid()}`;
  const cluster = new Cluster(world, database, databaseName, plan.nodes);
  cluster.onUnexpected = (error) => history.fail('no 500', textOf(error));
  const onRejection = (error: unknown) => history.fail('no rejection that nobody handles', textOf(error));
  process.on('unhandledRejection', onRejection);
  try {
    const stage = await finished(world, setUp(plan, world, cluster, history));
    await act(stage);
    if (!history.violation) await becomeQuiet(stage);
    if (!history.violation) await checkLive(stage);
    if (!history.violation) checkPresence(stage);
    if (!history.violation) await checkAll(stage, databaseName);
    if (!history.violation) await checkLeaving(stage);
  } catch (error) {
    history.fail('no crash', textOf(error));
  }
  process.off('unhandledRejection', onRejection);
  await database.run('dropDatabase', { dropDatabase: 1 }, databaseName);
  return history;
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Lets time pass until some work of the simulation itself is done. */
export async function finished<T>(world: World, work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  await world.advance(60_000, () => isOver);
  if (!isOver) throw new Error('it never ends');
  return work;
}

async function setUp(plan: Plan, world: World, cluster: Cluster, history: History): Promise<Stage> {
  await cluster.start();
  const { users: accounts, team } = cluster.services();
  const users: User[] = [];
  for (const name of NAMES.slice(0, plan.roles.length + 1)) {
    const email = `${name}@example.org`;
    const { _id: id } = await accounts.insert({
      firstName: name,
      surname: 'Test',
      email,
      passwordHash: 'none',
    });
    users.push({ id, firstName: name, surname: 'Test', email });
  }
  const [owner, ...others] = users as [User, ...User[]];
  const { id: workspaceId } = await team.workspaces.create(owner.id, { name: 'W', description: 'D' });
  const create = async (name: string) =>
    (await team.projects.create(owner.id, { workspaceId, name, description: 'D' })).id;
  const projectIds = [await create('first'), await create('second')] as const;
  for (const [index, { id }] of others.entries()) {
    await team.workspaceMembers.add(owner.id, workspaceId, id, 'member');
    const role = plan.roles[index];
    if (role)
      for (const projectId of projectIds) await team.projectMembers.add(owner.id, projectId, id, role);
  }
  const requests = new Requests();
  const labelIds = await fillBoards(cluster, requests, {
    userId: owner.id,
    workspaceId,
    projectIds,
    newId: world.random.uuid,
  });
  const browsers = plan.browsers.map(({ user, weather, blocksSockets }) => {
    const { id } = users[user] ?? owner;
    const account = users[user] ?? owner;
    const browser = new Browser(world, cluster, id, sessionOf(account), weather, requests);
    browser.line.blocksSockets = blocksSockets;
    return browser;
  });
  const boardIds = { first: projectIds[0], second: projectIds[1], personal: 'personal' };
  const stage: Stage = {
    plan,
    world,
    cluster,
    history,
    browsers,
    tabs: [],
    closedTabs: [],
    users,
    workspaceId,
    projectIds,
    requests,
    labelIds,
    openTab(index) {
      const planned = plan.tabs[index];
      const browser = planned && browsers[planned.browser];
      if (!browser) throw new Error(`no tab ${index}`);
      const user = users.find((each) => each.id === browser.userId);
      const tab = new Tab(`tab ${index} (${user?.firstName})`, browser, boardIds[planned.board], history);
      const before = this.tabs[index];
      if (before) this.closedTabs.push(before);
      this.tabs[index] = tab;
      return tab;
    },
  };
  for (const index of plan.tabs.keys()) stage.openTab(index);
  const tidy = () => {
    cluster.tidy();
    world.after(TIDY_MS, tidy);
  };
  world.after(TIDY_MS, tidy);
  return stage;
}

/** What everyone starts with: a few cards, with a checklist and labels. @returns the labels */
async function fillBoards(
  cluster: Cluster,
  requests: Requests,
  {
    userId,
    workspaceId,
    projectIds,
    newId,
  }: Pick<Stage, 'workspaceId' | 'projectIds'> & {
    userId: string;
    newId(): string;
  },
): Promise<string[]> {
  const post = async (path: string, body: object): Promise<void> => {
    const key = newId();
    requests.otherKeys.add(key);
    await cluster.handle({ method: 'POST', path, headers: { 'idempotency-key': key }, body, userId });
  };
  const labelIds = [newId(), newId()];
  for (const [index, id] of labelIds.entries())
    await post(`/workspaces/${workspaceId}/labels`, {
      id,
      name: `First ${index}`,
      colour: labelColours[index],
    });
  for (const projectId of projectIds) {
    const ids = [newId(), newId(), newId()] as const;
    for (const [index, state] of (['READY', 'READY', 'IN_PROGRESS'] as const).entries())
      await post('/tasks', {
        id: ids[index],
        title: `First ${index}`,
        projectId,
        state,
        labels: labelIds.slice(0, index),
      });
    await post(`/tasks/${ids[0]}/checklist`, { items: [{ id: newId(), text: 'Item' }] });
  }
  return labelIds;
}

async function play(stage: Stage): Promise<void> {
  const { plan, world, history } = stage;
  const scene = sceneOf(stage);
  for (const step of plan.steps) {
    await world.advance(step.afterMs);
    if (history.violation) return;
    const random = new Random(step.seed);
    const tabs = stage.tabs.filter((tab) => tab.isOpen);
    if (isCommand(step)) {
      if (tabs.length === 0) continue;
      history.count(step.kind);
      commands[step.kind](random.pick(tabs), random, scene);
    } else applyFault(stage, step.kind as keyof typeof FAULTS, random);
  }
}

function isCommand(step: Step): step is Step & { kind: keyof typeof COMMANDS } {
  return step.kind in commands;
}

function sceneOf(stage: Stage): Scene {
  const { world, history, cluster, projectIds, workspaceId, users } = stage;
  const known = new Map<string, string>([
    [projectIds[0], 'the first project'],
    [projectIds[1], 'the second project'],
    ...users.map(({ id, firstName }): [string, string] => [id, firstName]),
  ]);
  let cards = 0;
  const random = world.random.fork();
  /** Someone writes, over a line that takes no time; mostly the owner. */
  const put = (
    path: string,
    body: object,
    userId = users[0]?.id ?? '',
    key: string = random.uuid(),
  ): void => {
    stage.requests.otherKeys.add(key);
    void cluster.handle({ method: 'PUT', path, headers: { 'idempotency-key': key }, body, userId });
  };
  return {
    newId: random.uuid,
    now: world.now,
    tell: (line) => history.tell(line),
    projectIds,
    otherProject: (projectId) => projectIds.find((id) => id !== projectId) ?? projectId,
    workspaceId,
    userIds: users.map(({ id }) => id),
    deleted: [],
    labelIds: stage.labelIds,
    deletedComments: [],
    isRestoredSince: (at) => cluster.hasRestoredSince(at),
    fail: (invariant, detail) => history.fail(invariant, detail),
    count: (kind) => history.count(kind),
    openTabs: () => stage.tabs.filter((tab) => tab.isOpen),
    after: (ms, run) => void world.after(ms, run),
    crashWithin: (writes, isDone) => cluster.crashWithin(writes, isDone),
    nameOf(id) {
      const name = known.get(id) ?? `card ${++cards}`;
      known.set(id, name);
      return name;
    },
    changeRole: (projectId, userId, roleId) => put(`/projectUsers/${projectId}`, { userId, roleId }),
    edit: (userId, taskId, input) => put(`/tasks/${taskId}`, input, userId),
    limitColumn: (projectId, state, wipLimit) => put(`/projects/${projectId}/columns/${state}`, { wipLimit }),
  };
}

/** All lines are well, every browser has a tab, and time passes until nothing is on its way. */
async function becomeQuiet(stage: Stage): Promise<void> {
  const { world, cluster, history, browsers, plan } = stage;
  history.tell('from here on all is well');
  cluster.calmDown();
  await world.advance(RESTORED_MS, () => cluster.isWhole());
  for (const [index, browser] of browsers.entries()) {
    browser.line.weather = CALM;
    browser.line.blockSockets(plan.browsers[index]?.blocksSockets ?? false);
    browser.line.set('up');
  }
  for (const [index, tab] of stage.tabs.entries()) {
    // No tab is notified that all is well: visible ones find out by themselves.
    if (!tab.isOpen) stage.openTab(index);
    else if (!tab.isVisible) tab.setVisible(true);
  }
  await converge(stage, 'all is well');
}
