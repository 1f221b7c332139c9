import { pino } from 'pino';
import { startTeamDatabase, type TeamDatabase, type TeamNode } from '../../../test/team-database';
import { SweepService } from './sweep.service';

const A_MINUTE_MS = 60_000;

describe('the timer of the sweep', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Tests the order of work only; the work itself is tested on a database. */
  function sweepOf(done: string[], fail: () => boolean): { sweep: SweepService; logged: string[] } {
    const logged: string[] = [];
    const step = (name: string) => async () => {
      if (fail()) throw new Error('the database is away');
      done.push(name);
    };
    const sweep = new SweepService({
      propagation: { finishLeftOver: step('members') },
      workspaceRemoval: { finishLeftOver: step('workspaces') },
      projectRemoval: { purge: step('projects') },
      log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }),
    });
    return { sweep, logged };
  }

  it('runs once a minute until it is stopped', async () => {
    const done: string[] = [];
    const { sweep } = sweepOf(done, () => false);
    sweep.start();
    await jest.advanceTimersByTimeAsync(2 * A_MINUTE_MS);
    expect(done).toEqual(['members', 'workspaces', 'projects', 'members', 'workspaces', 'projects']);
    sweep.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('goes on after a failure, which it logs', async () => {
    const done: string[] = [];
    let away = true;
    const { sweep, logged } = sweepOf(done, () => away);
    sweep.start();
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    expect(done).toEqual([]);
    expect(logged).toHaveLength(1);
    away = false;
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    expect(done).toEqual(['members', 'workspaces', 'projects']);
    sweep.stop();
  });
});

describe('work in progress', () => {
  let database: TeamDatabase;
  let node: TeamNode;
  beforeAll(async () => {
    database = await startTeamDatabase();
    node = await database.node();
  });
  afterAll(() => database.close());

  it('is left to the request that does it, for a while', async () => {
    const [ada, bob] = [await database.user('Ada'), await database.user('Bob')];
    const { id } = await node.workspaces.create(ada, { name: 'W', description: 'D' });
    const pending = { id: 'entry', userId: bob, actorId: ada, at: new Date() };
    await node.stores.workspaces.changeMembers(id, ({ members }) => ({ members, pending }));
    await node.sweep.sweep();
    expect((await node.stores.workspaces.find(id))?.pending).toHaveLength(1);
    await node.sweep.sweep(new Date(Date.now() + 1));
    expect((await node.stores.workspaces.find(id))?.pending).toEqual([]);
  });
});
