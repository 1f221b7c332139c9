import { randomUUID } from 'node:crypto';
import { errorBodySchema } from '@livelane/shared/http/error.schema';
import type { ClientEvent } from '@livelane/shared/realtime/events';
import type { Ack } from '@livelane/shared/realtime/messages.schema';
import fc from 'fast-check';
import { allRoutes } from '../src/routes';
import { eventAccess } from './eventAccess';
import { createProject, createTask, createUser, type TestProject, type TestUser } from './factories';
import { serverForTests, type TestSocket } from './harness';
import { strangeBody, strangeValue } from './malformed-values';

/** Random calls; fast-check prints the seed of a failure. */
const RUNS = 600;
const FIELD_RUNS = 300;
/** Fewer than a socket may send in a second. */
const MESSAGES_PER_SOCKET = 40;
const SOCKETS = 12;
const TIMEOUT_MS = 120_000;

const server = serverForTests();
let owner: TestUser;
let project: TestProject;
let taskId: string;
let ids: string[];
beforeAll(async () => {
  owner = await createUser(server);
  project = await createProject(server, { owner });
  taskId = (await createTask(server, project)).id;
  ids = [project.id, project.workspaceId, taskId, owner.id, randomUUID()];
});

/** The board, without anything that may differ between two reads. */
async function board(): Promise<string> {
  return JSON.stringify((await server.request(owner).get<object>(`/kanban/project/${project.id}`)).body);
}

async function expectAlive(): Promise<void> {
  expect((await server.request(owner).get('/workspaces/user')).status).toBe(200);
  expect(server.log.filter((line) => Number(line.level) >= 50)).toEqual([]);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A path segment that survives on the way: no lone surrogates, short. */
const segment = strangeValue.map((value) =>
  encodeURIComponent(
    text(value)
      .slice(0, 200)
      .replace(/[\ud800-\udfff]/g, ''),
  ),
);

test(
  'whatever is sent to whatever route, no answer is a 5xx and the server lives',
  async () => {
    const routes = allRoutes({
      services: server.app.services,
      publicUrl: new URL(server.url),
      ownOrigin: (_req, _res, next) => next(),
    });
    expect(routes.length).toBeGreaterThan(30);
    const call = fc.record({
      route: fc.constantFrom(...routes),
      body: strangeBody(ids),
      known: fc.array(fc.constantFrom(...ids), { minLength: 3, maxLength: 3 }),
      strange: fc.array(segment, { minLength: 3, maxLength: 3 }),
      useKnown: fc.boolean(),
      query: fc.dictionary(fc.constantFrom('email', 'since', 'epoch', 'since[$gt]', '__proto__'), segment),
      key: fc.option(fc.oneof(fc.uuid({ version: 4 }), fc.constantFrom('x', '"', randomUUID())), {
        nil: undefined,
      }),
    });
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(call, async ({ route, body, known, strange, useKnown, query, key }) => {
        // A known object must not be gone for the calls that come after, nor the session of the caller.
        const names = useKnown && route.method !== 'delete' ? known : strange;
        let used = 0;
        const path = route.path.replace(/:\w+/g, () => names[used++] ?? '');
        const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
        const isLogout = route.path === '/auth/logout';
        const caller = server.request(isLogout ? undefined : owner).with({
          'Content-Type': 'application/json',
          ...(key !== undefined && { 'Idempotency-Key': key }),
        });
        const method = route.method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE';
        const answer = await caller.raw(
          method,
          `${path}?${search.join('&')}`,
          method === 'GET' ? undefined : text(body),
        );
        expect(answer.status).toBeLessThan(500);
        seen.add(answer.status);
        if (answer.status >= 400) expect(errorBodySchema.safeParse(answer.body).success).toBe(true);
      }),
      { numRuns: RUNS },
    );
    // Not all of it is stopped at the first check.
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404]));
    await expectAlive();
  },
  TIMEOUT_MS,
);

/** One wrong field in an otherwise right body: which fields, and values that are wrong for each. */
const NOT_TEXT: unknown[] = [null, 7, true, {}, { $gt: '' }, ['x'], '', '   ', 'a\0b', 'a\ud800b'];
const NOT_ID: unknown[] = [
  null,
  7,
  '',
  'x',
  '../',
  '%00',
  { $gt: '' },
  '00000000-0000-1000-8000-000000000000',
];
const NOT_POSITION: unknown[] = [-1, 1.5, '3', null, [], {}, true];
const NOT_STATE: unknown[] = ['TODO', 'done', '', null, 0, { $ne: 'DONE' }];
const wrongTaskFields: Record<string, unknown[]> = {
  title: [...NOT_TEXT, 'x'.repeat(256)],
  state: NOT_STATE,
  priority: ['URGENT', 'high', '', 0, {}],
  timeEstimateId: [7, '60', -1, 1.5, {}],
  timeSpent: [-1, 1.5, '3', null],
  dueDate: ['2026-02-30', '2026-13-01', '24.12.2026', '2026-12-24T00:00:00Z', '', 0, {}],
  description: [7, {}, 'a\0b', 'a\ud800b', 'x'.repeat(20_001)],
  assignees: [
    ['x'],
    'x',
    null,
    {},
    [{ $gt: '' }],
    Array.from({ length: 51 }, () => randomUUID()),
    [randomUUID()],
  ],
  visibility: ['SECRET', '', null, {}],
};
const wrongMoveFields: Record<string, unknown[]> = {
  taskId: NOT_ID,
  position: NOT_POSITION,
  state: NOT_STATE,
  afterId: NOT_ID,
  beforeId: NOT_ID,
  expectedState: NOT_STATE,
};

const fieldOf = (wrong: Record<string, unknown[]>) =>
  fc
    .constantFrom(...Object.keys(wrong))
    .chain((field) => fc.tuple(fc.constant(field), fc.constantFrom(...(wrong[field] ?? []))));

test(
  'one wrong field in a call about tasks is a 400 and leaves the board as it is',
  async () => {
    const before = await board();
    const right = { title: 'Task', state: 'READY', priority: 'LOW' };
    const calls = fc.oneof(
      fieldOf({ ...wrongTaskFields, id: NOT_ID, projectId: NOT_ID }).map(([field, value]) => ({
        method: 'post' as const,
        path: '/tasks',
        body: { ...right, projectId: project.id, [field]: value },
      })),
      fieldOf({ ...wrongTaskFields, projectId: NOT_ID, baseRev: [-1, 1.5, '1', null] }).map(
        ([field, value]) => ({
          method: 'put' as const,
          path: `/tasks/${taskId}`,
          body: { ...right, [field]: value },
        }),
      ),
      fieldOf(wrongMoveFields).map(([field, value]) => ({
        method: 'post' as const,
        path: '/kanban/moveTask',
        body: { taskId, position: 0, state: 'DONE', [field]: value },
      })),
    );
    await fc.assert(
      fc.asyncProperty(calls, async ({ method, path, body }) => {
        const answer = await server.request(owner)[method](path, body);
        expect(answer.status).toBe(400);
      }),
      { numRuns: FIELD_RUNS },
    );
    expect(await board()).toBe(before);
    await expectAlive();
  },
  TIMEOUT_MS,
);

test('a position beyond the end of the column is its end', async () => {
  const last = await createTask(server, project, { state: 'DONE' });
  const move = { taskId, state: 'DONE', position: 1e9 };
  const answer = await server
    .request(owner)
    .post<{ task: { columnPosition: number } }>('/kanban/moveTask', move);
  expect(answer.status).toBe(200);
  expect(answer.body.task.columnPosition).toBe(1);
  expect((await server.request(owner).delete(`/tasks/${last.id}`)).status).toBe(200);
});

test('fields that only the server sets are ignored', async () => {
  const forged = {
    rank: 'zzz',
    rev: 999,
    createdBy: randomUUID(),
    columnPosition: 7,
    numOfComments: 9,
    role: 'owner',
  };
  const task = await createTask(server, project, { title: 'Forged', ...forged });
  expect(task).toMatchObject({ createdBy: owner.id, numOfComments: 0 });
  expect(task.rank).not.toBe('zzz');
  const answer = await server
    .request(owner)
    .put<typeof task>(`/tasks/${task.id}`, { ...forged, title: 'Still mine' });
  expect(answer.body).toMatchObject({ title: 'Still mine', createdBy: owner.id, rank: task.rank });
});

test('a title of HTML is text and comes back as it was', async () => {
  const title = '<img src=x onerror="alert(1)">';
  const task = await createTask(server, project, { title });
  expect(task.title).toBe(title);
});

describe('socket messages', () => {
  const events = Object.keys(eventAccess) as ClientEvent[];
  const message = fc.tuple(
    fc.constantFrom<string>(...events, 'board:ops', 'presence:state', 'message', '__proto__', 'join'),
    fc.array(fc.oneof(strangeValue, fc.uint8Array({ maxLength: 50 }), subscribeLike()), { maxLength: 3 }),
    fc.boolean(),
  );

  function subscribeLike(): fc.Arbitrary<unknown> {
    return fc.record(
      {
        projectId: fc.oneof(fc.constant(randomUUID()), strangeValue),
        sinceV: strangeValue,
        epoch: strangeValue,
        mode: strangeValue,
        taskId: strangeValue,
        token: strangeValue,
      },
      { requiredKeys: [] },
    );
  }

  /** Any event with any arguments, past the typed interface. */
  function emit(socket: TestSocket, event: string, args: unknown[]): void {
    (socket as unknown as { emit(name: string, ...args: unknown[]): void }).emit(event, ...args);
  }

  test(
    'malformed ones get a refusal or nothing; the board stays and the server lives',
    async () => {
      const before = await board();
      const messages = fc.array(message, { minLength: MESSAGES_PER_SOCKET, maxLength: MESSAGES_PER_SOCKET });
      await fc.assert(
        fc.asyncProperty(messages, async (sent) => {
          const socket = await server.socket(owner);
          const answers: unknown[] = [];
          for (const [event, args, withAck] of sent) {
            const ack = (answer: unknown) => void answers.push(answer);
            emit(socket, event, withAck ? [...args, ack] : args);
          }
          // What was sent before has been handled or ignored once this is answered.
          expect(await socket.emitWithAck('sync:ping', {})).toEqual({ ok: true });
          for (const answer of answers) {
            expect(answer).toEqual(expect.objectContaining({ ok: expect.any(Boolean) }));
            expect(answer).not.toMatchObject({ code: 'internal' });
          }
          socket.disconnect();
        }),
        { numRuns: SOCKETS },
      );
      expect(await board()).toBe(before);
      await expectAlive();
    },
    TIMEOUT_MS,
  );

  test('a message of 2 MB ends its connection only', async () => {
    const socket = await server.socket(owner);
    const other = await server.socket(owner);
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    emit(socket, 'board:subscribe', ['x'.repeat(2_000_000), () => undefined]);
    expect(await ended).toMatch(/transport/);
    expect(await other.emitWithAck('sync:ping', {})).toEqual({ ok: true });
  });

  test('a thousand messages in a second are limited, then the socket is disconnected, and others live on', async () => {
    const socket = await server.socket(owner);
    const other = await server.socket(owner);
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    const answers: Ack[] = [];
    for (let i = 0; i < 1_000; i++) {
      emit(socket, 'sync:ping', [{}, (answer: Ack) => answers.push(answer)]);
    }
    expect(await ended).toBe('io server disconnect');
    expect(answers.filter(({ ok }) => ok).length).toBeLessThanOrEqual(50);
    for (const answer of answers.filter(({ ok }) => !ok))
      expect(answer).toEqual({ ok: false, code: 'too_many_requests' });
    expect(await other.emitWithAck('sync:ping', {})).toEqual({ ok: true });
  });
});
