import fs, { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../test-kit/repositoryRoot';
import { BoardListener } from './board.listener';
import { startTestDatabase } from './database';
import { createMember, createProject, createTask, createUser } from './factories';
import { serverForTests, startTestServer, type TestServer } from './harness';

const server = serverForTests({ config: { metrics: { host: '127.0.0.1', port: 0 } } });

function metricsUrl({ log }: TestServer): string {
  const line = log.find(({ msg }) => msg === 'metrics for Prometheus');
  if (typeof line?.metrics !== 'string') throw new Error('no figures are served');
  return line.metrics;
}

/** The value of each line of the exposition, by name and labels as they are written there. */
async function figures(of: TestServer): Promise<Map<string, number>> {
  const text = await (await fetch(metricsUrl(of))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))] as const;
    }),
  );
}

test('commits, pushes, sockets and subscriptions are counted', async () => {
  const project = await createProject(server);
  const before = await figures(server);
  const listener = await BoardListener.on(await server.socket(project.owner), project.id);
  const { v } = await createTask(server, project);
  await listener.until(v);
  const after = await figures(server);
  const rise = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(rise('livelane_commits_total{type="task.created"}')).toBe(1);
  expect(rise('livelane_fanout_seconds_count')).toBe(1);
  expect(rise('livelane_subscribes_total{mode="refetch"}')).toBe(1);
  expect(after.get('livelane_sockets')).toBe(1);
  expect(after.get('livelane_boards_watched')).toBe(1);
  expect(after.get('livelane_ready')).toBe(1);
  expect(after.get('livelane_divergence_total')).toBe(0);
  expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
});

test('requests are timed by route template, whatever their ids; unknown paths and methods share a label', async () => {
  const project = await createProject(server);
  const { id } = await createTask(server, project);
  await server.request(project.owner).get(`/tasks/${id}`);
  await server.request().get(`/no/such/${id}`);
  await fetch(`${server.url}/${id}`, { method: 'PROPFIND' });
  const names = [...(await figures(server)).keys()].filter((name) =>
    name.startsWith('livelane_http_request_seconds_count'),
  );
  expect(names).toContain(
    'livelane_http_request_seconds_count{method="GET",route="/tasks/:taskId",status="200"}',
  );
  expect(names).toContain('livelane_http_request_seconds_count{method="GET",route="other",status="404"}');
  expect(names.join()).not.toContain(id);
  expect(names.join()).not.toContain('PROPFIND');
});

test('the space that is left is told where the database is embedded', async () => {
  const metrics = { host: '127.0.0.1', port: 0 };
  const stats = { bavail: 3, bsize: 4096 } as unknown as fs.BigIntStatsFs;
  const statfs = jest.spyOn(fs, 'statfsSync').mockReturnValue(stats);
  const embedded = await startTestServer({ config: { metrics, dataDir: '/data' } });
  expect((await figures(embedded)).get('livelane_disk_free_bytes')).toBe(12_288);
  expect(statfs).toHaveBeenCalledWith('/data');
  await embedded.stop();
  const mongodb = await startTestServer({ config: { metrics, mongodbUri: 'mongodb://x' } });
  expect((await figures(mongodb)).has('livelane_disk_free_bytes')).toBe(false);
  await mongodb.stop();
});

test('refusals, failed logins and reused refresh tokens are counted', async () => {
  const project = await createProject(server);
  const viewer = await createMember(server, project, { roleId: 'viewer' });
  const before = await figures(server);
  await server.request(viewer).post('/tasks', { title: 'Task', projectId: project.id });
  await server.request().post('/auth/login', { email: viewer.email, password: 'wrong' });
  const user = await createUser(server);
  for (let n = 0; n < 2; n++) await server.app.services.auth.refresh(user.refreshToken);
  await server.connection
    .collection('sessions')
    .updateMany({ userId: user.id }, { $set: { rotatedAt: new Date(0) } });
  await expect(server.app.services.auth.refresh(user.refreshToken)).rejects.toThrow();
  const after = await figures(server);
  for (const name of [
    'livelane_denied_total',
    'livelane_logins_failed_total',
    'livelane_refresh_reuse_total',
  ])
    expect([name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]).toEqual([name, 1]);
});

test('R3 a commit whose place another node has taken is counted as begun again', async () => {
  const database = await startTestDatabase();
  const metrics = { host: '127.0.0.1', port: 0 };
  const [a, b] = [
    await startTestServer({ database }),
    await startTestServer({ database, config: { metrics } }),
  ];
  const project = await createProject(a);
  for (const node of [b, a, b]) await createTask(node, project);
  expect((await figures(b)).get('livelane_commit_retries_total')).toBe(1);
  await a.stop();
  await b.stop();
  await database.close();
});

test('I3 a board in memory that differs from its rows is found, told and read again', async () => {
  const project = await createProject(server);
  const { id } = await createTask(server, project, { visibility: 'PRIVATE' });
  await createTask(server, project);
  const { boardCheck } = server.app.services;
  expect(await boardCheck.check(project.id)).toBe('same');
  await server.connection.collection('tasks').updateOne({ taskId: id }, { $set: { rev: 77 } });
  expect(await boardCheck.check(project.id)).toBe('different');
  expect(server.log.filter(({ msg }) => msg === 'a board in memory differs from its rows')).toHaveLength(1);
  expect(await boardCheck.check(project.id)).toBe('same');
});

test('the figures are on their own port alone, and nothing else is', async () => {
  expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4');
  expect((await fetch(new URL('/', metricsUrl(server)))).status).toBe(404);
  expect((await fetch(metricsUrl(server), { method: 'POST' })).status).toBe(404);
});

test('every figure on the Grafana dashboard exists', async () => {
  const names = [...(await figures(server)).keys()].map((name) => name.replace(/\{.*/, ''));
  const dashboard = JSON.parse(
    readFileSync(path.join(repositoryRoot(), 'deploy/grafana/livelane.json'), 'utf8'),
  ) as { panels: Array<{ title: string; targets: Array<{ expr: string }> }> };
  const used = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:livelane|nodejs|process)_\w+/g) ?? []),
  );
  expect(used.length).toBeGreaterThan(15);
  // These have a line only once they have happened.
  const later = ['livelane_resets_total'];
  expect(used.filter((name) => !names.includes(name) && !later.includes(name))).toEqual([]);
});

test('docs/operate.md tells of each figure, and of no other', async () => {
  const text = await (await fetch(metricsUrl(server))).text();
  const served = [...text.matchAll(/^# HELP (livelane_\w+)/gm)].map(([, name]) => name);
  const document = readFileSync(path.join(repositoryRoot(), 'docs/operate.md'), 'utf8');
  const told = [...document.matchAll(/`(livelane_\w+)/g)].map(([, name]) => name);
  expect(told.sort()).toEqual(served.sort());
});
