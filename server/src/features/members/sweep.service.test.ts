import { mongo } from 'mongoose';
import { pino } from 'pino';
import { startTeamDatabase, type TeamDatabase, type TeamNode } from '../../../test/team-database';
import { SweepService } from './sweep.service';

const A_MINUTE_MS = 60_000;

describe('the timer of the sweep', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Tests the order of work only; the work itself is tested on a database. */
  function sweepOf(
    done: string[],
    failure: (name: string) => Error | null,
  ): { sweep: SweepService; logged: Array<Record<string, unknown>> } {
    const logged: Array<Record<string, unknown>> = [];
    const step = (name: string) => async () => [
      {
        about: { name },
        finish: async () => {
          const error = failure(name);
          if (error) throw error;
          done.push(name);
        },
      },
    ];
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) });
    const sweep = new SweepService({ purgeable: step('projects'), log });
    sweep.add(step('members'));
    sweep.add(step('workspaces'));
    return { sweep, logged };
  }

  it('runs once a minute until it is stopped', async () => {
    const done: string[] = [];
    const { sweep } = sweepOf(done, () => null);
    sweep.start();
    await jest.advanceTimersByTimeAsync(2 * A_MINUTE_MS);
    expect(done).toEqual(['members', 'workspaces', 'projects', 'members', 'workspaces', 'projects']);
    sweep.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('goes on with the rest after a failure, which it logs', async () => {
    const done: string[] = [];
    const { sweep, logged } = sweepOf(done, (name) => (name === 'members' ? new Error('unreadable') : null));
    sweep.start();
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    expect(done).toEqual(['workspaces', 'projects']);
    expect(logged).toEqual([expect.objectContaining({ name: 'members' })]);
    sweep.stop();
  });

  it('begins no second sweep while one runs', async () => {
    const begun: string[] = [];
    const log = pino({ level: 'silent' });
    const sweep = new SweepService({ purgeable: async () => [], log });
    let end = (): void => undefined;
    sweep.add(async () => {
      begun.push('sweep');
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return [];
    });
    sweep.start();
    await jest.advanceTimersByTimeAsync(3 * A_MINUTE_MS);
    expect(begun).toHaveLength(1);
    end();
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    expect(begun).toHaveLength(2);
    sweep.stop();
  });

  it('sweeps on while a long purge runs, and begins no second purge', async () => {
    const begun: string[] = [];
    let end = (): void => undefined;
    const purgeable = async () => {
      begun.push('purge');
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return [];
    };
    const sweep = new SweepService({ purgeable, log: pino({ level: 'silent' }) });
    sweep.add(async () => {
      begun.push('sweep');
      return [];
    });
    sweep.start();
    await jest.advanceTimersByTimeAsync(2 * A_MINUTE_MS);
    expect(begun).toEqual(['sweep', 'purge', 'sweep']);
    end();
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    expect(begun).toEqual(['sweep', 'purge', 'sweep', 'sweep', 'purge']);
    sweep.stop();
    end();
  });

  it('stops once the running sweep has ended, which leaves the rest to the next start', async () => {
    const done: string[] = [];
    const log = pino({ level: 'silent' });
    const work = (name: string) => ({ about: { name }, finish: async () => void done.push(name) });
    const sweep = new SweepService({ purgeable: async () => [work('projects')], log });
    let end = (): void => undefined;
    sweep.add(async () => {
      const held = async () => {
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        done.push('members');
      };
      return [{ about: {}, finish: held }, work('workspaces')];
    });
    sweep.start();
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    let isStopped = false;
    const stopped = Promise.resolve(sweep.stop()).then(() => {
      isStopped = true;
    });
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    expect([isStopped, done]).toEqual([false, []]);
    end();
    await stopped;
    await jest.advanceTimersByTimeAsync(A_MINUTE_MS);
    expect(done).toEqual(['members']);
  });

  it('ends the sweep when the database is away, and tries again', async () => {
    const done: string[] = [];
    let away = true;
    const { sweep, logged } = sweepOf(done, () => (away ? new mongo.MongoNetworkError('away') : null));
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
