/** @jest-environment jsdom */
import { PROTOCOL } from '@livelane/shared/http/protocol';
import { ids, refusal, StubNetwork, session, token } from '#test/network';
import { ApiError, api, NetworkError } from './api';
import {
  getSession,
  leaveSession,
  RefreshUnreachable,
  refreshSession,
  setSession,
  setSessionLostHandler,
} from './session';

const renewed = { ...session, token: token('second') };
const oldBearer = `Bearer ${session.token}`;
const newBearer = `Bearer ${renewed.token}`;

/** Answers 401 to the old token and `{ ok: true }` to the new one. */
const guarded = ({ headers }: { headers: Record<string, string> }) =>
  headers.Authorization === newBearer ? { body: { ok: true } } : refusal(401, 'Not signed in');

const onLost = jest.fn();
beforeEach(() => {
  setSession(session);
  setSessionLostHandler(onLost);
  onLost.mockReset();
});

describe('refresh of the token (specification section 7)', () => {
  it.each([401, 403])('on %i refreshes once, keeps the new session and retries once', async (status) => {
    const network = new StubNetwork({
      'GET /users': ({ headers }) =>
        headers.Authorization === newBearer ? { body: ['found'] } : refusal(status, 'No'),
      'POST /auth/refresh': { body: renewed },
    });
    await expect(api.get('/users')).resolves.toEqual(['found']);
    expect(network.made()).toEqual(['GET /users', 'POST /auth/refresh', 'GET /users']);
    expect(getSession()).toMatchObject({ status: 'signedIn', token: renewed.token });
  });

  it('sends the body again with the retry', async () => {
    const network = new StubNetwork({ 'POST /projects': guarded, 'POST /auth/refresh': { body: renewed } });
    await api.post('/projects', { name: 'N' });
    expect(network.calls.filter(({ path }) => path === '/projects').map(({ body }) => body)).toEqual([
      { name: 'N' },
      { name: 'N' },
    ]);
  });

  it('R20 refreshes once for all calls that are refused at the same time', async () => {
    const network = new StubNetwork({
      'GET /a': guarded,
      'GET /b': guarded,
      'PUT /c': guarded,
      'POST /auth/refresh': { body: renewed },
    });
    await Promise.all([api.get('/a'), api.get('/b'), api.put('/c', {})]);
    expect(network.made('POST /auth/refresh')).toHaveLength(1);
  });

  it('R20 retries only once: a second refusal is the answer', async () => {
    const network = new StubNetwork({
      'GET /a': refusal(403, 'Your role is too low'),
      'POST /auth/refresh': { body: renewed },
    });
    await expect(api.get('/a')).rejects.toMatchObject({ status: 403, message: 'Your role is too low' });
    expect(network.made()).toEqual(['GET /a', 'POST /auth/refresh', 'GET /a']);
    expect(getSession().status).toBe('signedIn');
  });

  it.each([
    ['is refused', refusal(401, 'Session ended')],
    ['brings no token', { body: { user: session.user } }],
    ['brings no user', { body: { token: renewed.token } }],
    ['brings nothing', { status: 200 }],
  ])('logs out and tells so when the refresh %s', async (_, answer) => {
    new StubNetwork({ 'GET /a': guarded, 'POST /auth/refresh': answer });
    await expect(api.get('/a')).rejects.toMatchObject({ status: 401 });
    expect(getSession()).toEqual({ status: 'signedOut', token: null, user: null });
    expect(onLost).toHaveBeenCalledTimes(1);
  });

  it('stays signed in when the refresh cannot be asked', async () => {
    new StubNetwork({ 'GET /a': guarded, 'POST /auth/refresh': refusal(503, 'Later') });
    await expect(api.get('/a')).rejects.toBeInstanceOf(NetworkError);
    expect(getSession().status).toBe('signedIn');
    expect(onLost).not.toHaveBeenCalled();
  });

  it('does not refresh for calls of /auth, nor for a visitor', async () => {
    const network = new StubNetwork({
      'POST /auth/login': refusal(401, 'Wrong'),
      'GET /a': refusal(401, 'Not signed in'),
    });
    await expect(api.post('/auth/login', {})).rejects.toMatchObject({ status: 401 });
    setSession(null);
    await expect(api.get('/a')).rejects.toMatchObject({ status: 401 });
    expect(network.made('POST /auth/refresh')).toEqual([]);
    expect(onLost).not.toHaveBeenCalled();
  });

  describe('a call of one user', () => {
    const bob = { token: token('third'), user: { ...session.user, id: ids.bob } };
    const bearers = (network: StubNetwork) =>
      network.calls.flatMap(({ path, headers }) => (path === '/a' ? [headers.Authorization] : []));

    it('is not repeated for the next one, who signed in before its refusal', async () => {
      const network = new StubNetwork({
        'POST /a': () => {
          setSession(bob);
          return refusal(401, 'Session ended');
        },
        'POST /auth/refresh': { body: bob },
      });
      await expect(api.post('/a', {})).rejects.toMatchObject({ status: 401, message: 'Session ended' });
      expect(network.made()).toEqual(['POST /a']);
    });

    it('is not repeated for the next one, whom the refresh brings', async () => {
      const network = new StubNetwork({
        'POST /a': refusal(401, 'Session ended'),
        'POST /auth/refresh': { body: bob },
      });
      await expect(api.post('/a', {})).rejects.toMatchObject({ status: 401, message: 'Session ended' });
      expect(bearers(network)).toEqual([oldBearer]);
      expect(getSession().user).toEqual(bob.user);
    });
  });

  it('never brings back a session that was ended while the refresh was under way', async () => {
    new StubNetwork({
      'GET /a': guarded,
      'POST /auth/refresh': () => {
        leaveSession();
        return { body: renewed };
      },
    });
    await expect(api.get('/a')).rejects.toMatchObject({ status: 401 });
    expect(getSession().status).toBe('left');
  });
});

describe('calls', () => {
  it('R21 carry the protocol number, the bearer token when one is held, and JSON when there is a body', async () => {
    const network = new StubNetwork({ 'GET /a': { body: 1 }, 'POST /b': { status: 204 } });
    await api.get('/a');
    setSession(null);
    await expect(api.post('/b', { x: 1 })).resolves.toBeUndefined();
    const every = { 'Livelane-Protocol': String(PROTOCOL), 'Accept-Language': 'en-GB' };
    expect(network.calls.map(({ headers }) => headers)).toEqual([
      { ...every, Authorization: oldBearer },
      { ...every, 'Content-Type': 'application/json' },
    ]);
  });

  it('are refused with everything that the server says', async () => {
    const errors = [{ path: 'name', message: 'Name is required' }];
    new StubNetwork({
      'POST /a': {
        status: 429,
        body: { message: 'Too many', code: 'too_many_requests', requestId: 'r', errors },
        headers: { 'Retry-After': '7' },
      },
    });
    const error = await api.post('/a', {}).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      message: 'Too many',
      errors,
      retryAfterMs: 7_000,
    });
  });

  it('end as a network error without a server, or with an answer that was cut off', async () => {
    const network = new StubNetwork({ 'GET /cut': { status: 200 } });
    await expect(api.get('/cut')).rejects.toBeInstanceOf(NetworkError);
    network.isDown = true;
    await expect(api.get('/a')).rejects.toBeInstanceOf(NetworkError);
  });

  it.each([
    [404, '<html>nginx</html>'],
    [403, { message: 'Blocked by the firewall' }],
    [401, { code: 'unauthorized', message: 'No', requestId: 'r' }],
    [502, undefined],
  ])(
    'R18 a %i of something that stands in the way is no answer: nothing is given up for it',
    async (status, body) => {
      const network = new StubNetwork({ 'GET /a': { status, body }, 'POST /auth/refresh': { status, body } });
      await expect(api.get('/a')).rejects.toBeInstanceOf(NetworkError);
      expect(network.made('POST')).toEqual([]);
      await expect(refreshSession()).rejects.toBeInstanceOf(RefreshUnreachable);
      expect(getSession().status).toBe('signedIn');
      expect(onLost).not.toHaveBeenCalled();
    },
  );

  it('stay signed in where a page comes in place of the new session', async () => {
    new StubNetwork({
      'GET /a': guarded,
      'POST /auth/refresh': { text: '<html>Log in to this network</html>' },
    });
    await expect(api.get('/a')).rejects.toBeInstanceOf(NetworkError);
    expect(getSession().status).toBe('signedIn');
  });

  it('are told apart by their ETag', async () => {
    const network = new StubNetwork({
      'GET /board': ({ headers }) =>
        headers['If-None-Match'] === '"e:2"'
          ? { status: 304 }
          : { body: 'board', headers: { ETag: '"e:2"' } },
    });
    const read = async (etag: string | null) => {
      const answer = await api.open('/board', etag, {});
      return answer.status === 304 ? null : answer.json();
    };
    await expect(read(null)).resolves.toBe('board');
    await expect(read('"e:2"')).resolves.toBeNull();
    expect(network.made()).toHaveLength(2);
  });
});
