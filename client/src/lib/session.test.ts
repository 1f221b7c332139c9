/** @jest-environment jsdom */
import { ids, StubNetwork, session } from '#test/network';
import { getSession, refreshSession, setSession } from './session';

const renewed = { ...session, token: 'renewed' };
const next = { token: 'next', user: { ...session.user, id: ids.bob } };

it.each([
  ['renews', { body: renewed }],
  ['ends', { status: 401, body: { message: 'No', code: 'unauthenticated', requestId: 'r' } }],
])(
  'R20 a late answer that %s a former session leaves the one that has begun since',
  async (_what, answer) => {
    let arrive = () => {};
    const isThere = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    new StubNetwork({ 'POST /auth/refresh': () => isThere.then(() => answer) });
    setSession(session);
    const refreshing = refreshSession();
    setSession(null);
    setSession(next);
    arrive();
    expect(await refreshing).toEqual(next);
    expect(getSession()).toEqual({ status: 'signedIn', ...next });
  },
);

it('R20 a suspended tab that holds the lock does not keep the others from a new token', async () => {
  const waited = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(waited.signal);
  const request = (_name: string, { signal }: LockOptions) =>
    new Promise((_granted, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  const network = new StubNetwork({ 'POST /auth/refresh': { body: renewed } });
  setSession(session);
  const refreshing = refreshSession();
  expect(network.calls).toEqual([]);
  waited.abort();
  expect(await refreshing).toEqual(renewed);
  Reflect.deleteProperty(navigator, 'locks');
});

it('R20 a browser that blocks site data, and with it locks, gets a new token', async () => {
  const request = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  new StubNetwork({ 'POST /auth/refresh': { body: renewed } });
  setSession(session);
  expect(await refreshSession()).toEqual(renewed);
  Reflect.deleteProperty(navigator, 'locks');
});

it('signs in where a browser that blocks site data refuses channels', async () => {
  const former = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }
  } as unknown as typeof BroadcastChannel;
  await jest.isolateModulesAsync(async () => {
    const page = await import('./session');
    page.setSession(session);
    expect(page.getSession()).toEqual({ status: 'signedIn', ...session });
  });
  globalThis.BroadcastChannel = former;
});
