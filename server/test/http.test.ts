import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ErrorBody } from '@livelane/shared/http/error.schema';
import { errorBodySchema } from '@livelane/shared/http/error.schema';
import { JSON_BODY_MAX_BYTES, WORKSPACE_PROJECTS_MAX } from '@livelane/shared/http/limits';
import type { ApiAnswer } from './api.client';
import { createProject, createTask, createUser, type TestUser } from './factories';
import { serverForTests } from './harness';

const server = serverForTests();
let user: TestUser;
beforeAll(async () => {
  user = await createUser(server);
});

const WORKSPACE = { name: 'Workspace', description: 'For tests' };

/** What every refusal looks like, whatever was refused. */
function expectRefusal(answer: ApiAnswer<ErrorBody>, status: number, code: string): void {
  expect(answer.body).toMatchObject({ code });
  expect(answer.status).toBe(status);
  expect(errorBodySchema.safeParse(answer.body).success).toBe(true);
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at \w+ \(|Mongo|E11000/);
}

async function workspaceCount(): Promise<number> {
  return (await server.request(user).get<unknown[]>('/workspaces/user')).body.length;
}

/** Sends a path exactly as it is written: fetch would tidy it. */
function rawGet(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const headers = { Authorization: `Bearer ${user.token}` };
    httpRequest({ hostname, port, path, headers }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      res.on('end', () => resolve({ status: res.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

test('an idle connection is kept longer than a proxy keeps its own: Caddy 120 s, nginx 60 s', async () => {
  const { headers } = await fetch(`${server.url}/healthz`);
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120);
});

test('the address of a board that is filtered by all projects of a workspace is not too long', async () => {
  const projects = Array.from({ length: WORKSPACE_PROJECTS_MAX }, () => randomUUID()).join(',');
  const { status } = await rawGet(`/?${new URLSearchParams({ projects })}`);
  expect(status).toBe((await rawGet('/')).status);
});

describe('bodies', () => {
  afterEach(async () => {
    expect(await workspaceCount()).toBe(0);
  });

  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('%s is refused: JSON only', async (type) => {
    const answer = await server
      .request(user)
      .with({ 'Content-Type': type })
      .raw('POST', '/workspaces', JSON.stringify(WORKSPACE));
    expectRefusal(answer, 415, 'unsupported_media_type');
  });

  test('a body without a type is refused', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(WORKSPACE));
    expectRefusal(
      await server.request(user).raw('POST', '/workspaces', bytes),
      415,
      'unsupported_media_type',
    );
  });

  test.each([
    ['broken JSON', '{"name":'],
    ['a bare text', '"name"'],
    ['a number', '7'],
    ['no JSON at all', 'hello'],
    ['10,000 arrays in each other', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['10,000 objects in each other', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['deep nesting behind a quote and an escape', `{"a\\"[": ${'['.repeat(5_000)}`],
  ])('%s is a 400 and the process lives', async (_name, body) => {
    const answer = await server
      .request(user)
      .with({ 'Content-Type': 'application/json' })
      .raw('POST', '/workspaces', body);
    expectRefusal(answer, 400, 'invalid_json');
  });

  test('an array in place of the object is a 400', async () => {
    expectRefusal(await server.request(user).post('/workspaces', [WORKSPACE]), 400, 'invalid_input');
  });

  test('no body is a 400 that names each required field', async () => {
    const answer = await server.request(user).post('/workspaces');
    expectRefusal(answer, 400, 'invalid_input');
    expect(answer.body.message).toBe('Name is required. Description is required');
    expect(answer.body.errors?.map((error) => error.path)).toEqual(['name', 'description']);
  });

  test('a form of too many fields is a 413, and none of it is in the log', async () => {
    const body = new URLSearchParams('secret=logged&'.repeat(1_001));
    const answer = await fetch(`${server.url}/v1/auth/oidc/backchannel`, { method: 'POST', body });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'body_too_large' }),
    ]);
    expect(JSON.stringify(server.log)).not.toContain('secret=logged');
  });

  test('a body over 100 kB is a 413, also when it unpacks to more', async () => {
    const body = JSON.stringify({ ...WORKSPACE, padding: 'x'.repeat(JSON_BODY_MAX_BYTES) });
    const json = server.request(user).with({ 'Content-Type': 'application/json' });
    expectRefusal(await json.raw('POST', '/workspaces', body), 413, 'body_too_large');
    const packed = new Uint8Array(gzipSync(body));
    expect(packed.length).toBeLessThan(1_000);
    const answer = await json.with({ 'Content-Encoding': 'gzip' }).raw('POST', '/workspaces', packed);
    expectRefusal(answer, 413, 'body_too_large');
  });

  test('a body that is not packed as it says, or in an unknown way or character set, is refused', async () => {
    const json = server.request(user).with({ 'Content-Type': 'application/json' });
    const gzip = await json.with({ 'Content-Encoding': 'gzip' }).raw('POST', '/workspaces', '{}');
    expectRefusal(gzip, 400, 'invalid_json');
    const unknown = await json.with({ 'Content-Encoding': 'zip' }).raw('POST', '/workspaces', '{}');
    expectRefusal(unknown, 415, 'unsupported_media_type');
    const charset = server.request(user).with({ 'Content-Type': 'application/json; charset=latin1' });
    expectRefusal(await charset.raw('POST', '/workspaces', '{}'), 415, 'unsupported_media_type');
    // Whatever is looked for in the text of a body is looked for in UTF-8.
    const wide = server.request(user).with({ 'Content-Type': 'application/json; charset=utf-16le' });
    const text = new Uint8Array(Buffer.from(JSON.stringify(WORKSPACE), 'utf16le'));
    expectRefusal(await wide.raw('POST', '/workspaces', text), 415, 'unsupported_media_type');
  });

  test('a body of bytes that are no UTF-8 is refused: its text would be stored with other characters', async () => {
    const json = server.request(user).with({ 'Content-Type': 'application/json' });
    const latin1 = new Uint8Array(Buffer.from(JSON.stringify({ ...WORKSPACE, name: 'Café' }), 'latin1'));
    expectRefusal(await json.raw('POST', '/workspaces', latin1), 400, 'invalid_json');
  });
});

describe('odd paths and names', () => {
  test('an unknown path or method below /v1 is a 404 with the error body', async () => {
    expectRefusal(await server.request(user).get('/nothing'), 404, 'not_found');
    expectRefusal(await server.request(user).delete('/workspaces'), 404, 'not_found');
    expectRefusal(await server.request(user).get('/AUTH/login'), 404, 'not_found');
  });

  test.each([
    ['/v1/workspaces/%00', 400],
    ['/v1/workspaces/%E0%A4%A', 400],
    ['/v1/workspaces/..%2f..%2fetc%2fpasswd', 400],
    ['/v1/workspaces/../../etc/passwd', 404],
    ['/v1/workspaces/1', 400],
    ['/v1/workspaces/00000000-0000-1000-8000-000000000000', 400],
    ['/v1/workspaces/__proto__', 400],
    ['/v1/workspaces/constructor', 400],
    ['/v1//workspaces/user', 404],
    [`/v1/workspaces/${'a'.repeat(8_000)}`, 400],
  ])('%s is a %d', async (path, status) => {
    const answer = await rawGet(path);
    expect(answer.status).toBe(status);
    expect(errorBodySchema.safeParse(JSON.parse(answer.text)).success).toBe(true);
  });

  const create = (fields: string) =>
    server
      .request(user)
      .with({ 'Content-Type': 'application/json' })
      .raw<ErrorBody>('POST', '/workspaces', `{"description":"d",${fields}}`);

  test.each([
    ['among the fields', '"name":"W","__proto__":{"polluted":1}'],
    ['within a field that is ignored', '"name":"W","more":[{"deep":{"__proto__":null}}]'],
    ['written with escapes', '"name":"W","\\u005f\\u005Fproto__":{"polluted":1}'],
    ['with a letter escaped', '"name":"W","__p\\u0072\\u006fto__":{"polluted":1}'],
  ])('the key __proto__ %s is a 400', async (_where, fields) => {
    expectRefusal(await create(fields), 400, 'invalid_input');
  });

  test('__proto__ in a text is text, and constructor is an unknown field', async () => {
    const answer = await create(
      '"name":"\\"__proto__\\":1","more":"__proto__","constructor":{"prototype":{"polluted":1}}',
    );
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ name: '"__proto__":1' });
    expect(answer.body).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  test('an Idempotency-Key that is no UUID is a 400', async () => {
    const project = await createProject(server, { owner: user });
    const answer = await server
      .request(user)
      .with({ 'Idempotency-Key': '../1' })
      .post('/tasks', { title: 'Task', projectId: project.id });
    expectRefusal(answer, 400, 'invalid_input');
  });
});

describe('headers', () => {
  test('each answer has an id of its own, and nothing tells what runs here', async () => {
    const first = await server.request().get('/workspaces/user');
    const second = await server.request().get('/workspaces/user');
    expect(first.headers.get('x-request-id')).not.toBe(second.headers.get('x-request-id'));
    expect(first.headers.get('x-powered-by')).toBeNull();
    expect(first.headers.get('access-control-allow-origin')).toBeNull();
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('the policy allows no inline script, no inline style attribute and only our own live connection', async () => {
    const policy = (await server.request().get('/workspaces/user')).headers.get('content-security-policy');
    const directives = (policy ?? '').split(';').map((directive) => directive.trim());
    expect(directives).toContain("script-src 'self'");
    expect(directives).toContain("style-src-elem 'self' 'unsafe-inline'");
    expect(directives).toContain("style-src-attr 'none'");
    expect(directives).toContain("frame-ancestors 'none'");
    const { port } = new URL(server.url);
    expect(directives).toContain(`connect-src 'self' ws://localhost:${port}`);
  });

  test('answers are not stored, nor the board, whose tag is that of other readers', async () => {
    const project = await createProject(server, { owner: user });
    const control = async (path: string) =>
      (await server.request(user).get(path)).headers.get('cache-control');
    expect(await control('/workspaces/filter')).toBe('no-store');
    expect(await control(`/kanban/project/${project.id}`)).toBe('no-store');
  });

  test('refusals are not stored: browsers would keep a 410 for ever', async () => {
    const task = await createTask(server, await createProject(server, { owner: user }));
    await server.request(user).delete(`/tasks/${task.id}`);
    const refusals = await Promise.all([
      server.request(user).get(`/tasks/${task.id}`),
      server.request(user).get(`/tasks/${user.id}`),
      server.request(user).get('/nothing'),
      server.request().get('/workspaces/user'),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([410, 404, 404, 401]);
    for (const { headers } of refusals) expect(headers.get('cache-control')).toBe('no-store');
  });

  test('a long answer is packed for who accepts it', async () => {
    const project = await createProject(server, { owner: user });
    for (let i = 0; i < 5; i++) await createTask(server, project, { description: 'x'.repeat(1_000) });
    const plain = await server
      .request(user)
      .with({ 'Accept-Encoding': 'identity' })
      .get(`/kanban/project/${project.id}`);
    const packed = await server
      .request(user)
      .with({ 'Accept-Encoding': 'gzip' })
      .get(`/kanban/project/${project.id}`);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.body).toEqual(plain.body);
  });
});

describe('health', () => {
  test('a ready server says so, uncached and without a token', async () => {
    for (const path of ['healthz', 'readyz']) {
      const { status, headers } = await fetch(`${server.url}/${path}`);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      // A probe would take it for "not yet".
      expect(headers.get('retry-after')).toBeNull();
    }
  });
});

test.each([
  ['POST', ''],
  ['POST', 'readyz'],
  ['PUT', 'somewhere'],
  ['GET', 'somewhere'],
])('%s /%s outside the API, where nothing is: a refusal like any other', async (method, path) => {
  const answer = await fetch(`${server.url}/${path}`, { method });
  const body = (await answer.json()) as ErrorBody;
  expectRefusal({ status: answer.status, headers: answer.headers, body }, 404, 'not_found');
});

describe('a token', () => {
  test.each([
    ['none', {}],
    ['not a bearer', { Authorization: 'Basic abc' }],
    ['empty', { Authorization: 'Bearer ' }],
    ['garbage', { Authorization: 'Bearer abc.def.ghi' }],
  ])('%s: 401', async (_name, headers) => {
    const answer = await server.request().with(headers).get('/workspaces/user');
    expectRefusal(answer, 401, 'unauthenticated');
  });
});
