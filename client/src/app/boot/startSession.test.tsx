/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { logout } from '#features/auth/auth.api';
import { getSession, type leaveSession, setSession } from '#lib/session';
import { type Answer, refusal, StubNetwork, session } from '#test/network';
import { App } from '../App';
import { startSession } from './startSession';

it('the first silent sign-in says that the server cannot be reached, and ends when it can', async () => {
  localStorage.setItem('livelane-signed-in', '1');
  window.history.replaceState(null, '', '/workspaces');
  const network = new StubNetwork({
    'POST /auth/refresh': { body: session },
    'GET /workspaces/user': { body: [] },
  });
  network.isDown = true;
  const { unmount } = render(<App />);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  await act(startSession);
  expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached');
  expect(window.location.pathname).toBe('/workspaces');

  network.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Workspaces' })).toBeVisible();
  expect(network.made('POST /auth/refresh').length).toBeGreaterThan(1);
  unmount();
});

it('storage that hangs does not end the search for the server', async () => {
  jest.useFakeTimers();
  jest.doMock('#board-sync/board.storage', () => ({ readStoredUser: () => new Promise(() => undefined) }));
  localStorage.setItem('livelane-signed-in', '1');
  await jest.isolateModulesAsync(async () => {
    const [{ startSession: start }, { getSession }] = [
      await import('./startSession'),
      await import('#lib/session'),
    ];
    const network = new StubNetwork({ 'POST /auth/refresh': { body: session } });
    network.isDown = true;
    const started = start();
    await jest.advanceTimersByTimeAsync(2_500);
    await started;
    network.isDown = false;
    await jest.advanceTimersByTimeAsync(2_500);
    expect(getSession().status).toBe('signedIn');
  });
  jest.useRealTimers();
});

it('opens what is stored while a line swallows the request, and goes on waiting for the answer', async () => {
  jest.useFakeTimers();
  jest.doMock('#board-sync/board.storage', () => ({ readStoredUser: async () => ({ user: session.user }) }));
  localStorage.setItem('livelane-signed-in', '1');
  let answer: (given: Answer) => void = () => undefined;
  const network = new StubNetwork({
    'POST /auth/refresh': () =>
      new Promise<Answer>((resolve) => {
        answer = resolve;
      }),
  });
  const tab = await openTab();
  const started = tab.start();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(tab.getSession().status).toBe('unknown');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(tab.getSession()).toMatchObject({ status: 'offline', user: session.user });
  // The first screen waits no longer.
  await started;
  answer({ body: session });
  await jest.advanceTimersByTimeAsync(0);
  expect(tab.getSession().status).toBe('signedIn');
  expect(network.made('POST /auth/refresh')).toHaveLength(1);
  jest.dontMock('#board-sync/board.storage');
  jest.useRealTimers();
});

it('opens nothing that is stored when the answer comes in time', async () => {
  jest.useFakeTimers();
  const readStoredUser = jest.fn();
  jest.doMock('#board-sync/board.storage', () => ({ readStoredUser }));
  localStorage.setItem('livelane-signed-in', '1');
  new StubNetwork({
    'POST /auth/refresh': { status: 401, body: { message: 'No', code: 'unauthenticated', requestId: 'r' } },
  });
  const tab = await openTab();
  await tab.start();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(tab.getSession().status).toBe('signedOut');
  expect(readStoredUser).not.toHaveBeenCalled();
  jest.dontMock('#board-sync/board.storage');
  jest.useRealTimers();
});

it('asks for a session where a provider may have sent the visitor here', async () => {
  localStorage.clear();
  const network = new StubNetwork({ 'POST /auth/refresh': { body: session } });
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'livelane-provider';
  await startSession();
  expect(getSession().status).toBe('signedIn');
  meta.remove();
  setSession(null);
  await startSession();
  expect(network.made('POST /auth/refresh')).toHaveLength(1);
});

it('a logout that the server has not answered is sent again by the next start, and nobody is signed in', async () => {
  localStorage.clear();
  const network = new StubNetwork({
    'POST /auth/refresh': { body: session },
    'POST /auth/logout': refusal(503, 'Later'),
  });
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'livelane-provider';
  setSession(session);
  await logout();
  network.answer({ 'POST /auth/logout': { status: 204 } });
  const tab = await openTab();
  await tab.start();
  expect(tab.getSession().status).toBe('signedOut');
  expect(network.made()).toEqual(['POST /auth/logout', 'POST /auth/logout']);
  expect(network.calls.map(({ headers }) => headers.Authorization)).toEqual([
    `Bearer ${session.token}`,
    undefined,
  ]);

  // Answered now: the provider may have sent a visitor here.
  const next = await openTab();
  await next.start();
  expect(next.getSession().status).toBe('signedIn');
  expect(network.made('POST /auth/logout')).toHaveLength(2);
  meta.remove();
});

it('a page in the place of the answer does not count as one', async () => {
  localStorage.clear();
  const network = new StubNetwork({ 'POST /auth/logout': { text: '<html>Log in to this network</html>' } });
  setSession(session);
  await logout();
  const tab = await openTab();
  await tab.start();
  expect(network.made()).toEqual(['POST /auth/logout', 'POST /auth/logout']);
  localStorage.clear();
});

it('a logout while the start asks for the session is sent once that is answered, and nobody is signed in', async () => {
  localStorage.setItem('livelane-signed-in', '1');
  const network = new StubNetwork({
    'POST /auth/refresh': { body: session },
    'POST /auth/logout': refusal(503, 'Later'),
  });
  const [tab, other] = [await openTab(), await openTab()];
  const started = [tab.start(), other.start()];
  tab.leaveSession();
  await Promise.all(started);
  expect([tab.getSession().status, other.getSession().token]).toEqual(['left', null]);
  expect(network.made('POST /auth/logout')).toHaveLength(2);
  const next = await openTab();
  await next.start();
  expect(network.made('POST /auth/logout')).toHaveLength(3);
  localStorage.clear();
});

/** Another tab of this browser. */
async function openTab() {
  let tab:
    | { start: typeof startSession; getSession: typeof getSession; leaveSession: typeof leaveSession }
    | undefined;
  await jest.isolateModulesAsync(async () => {
    const [{ startSession: start }, { getSession, leaveSession }] = [
      await import('./startSession'),
      await import('#lib/session'),
    ];
    tab = { start, getSession, leaveSession };
  });
  if (!tab) throw new Error('The tab does not open');
  return tab;
}

it('R20 where nothing can be stored, each tab asks for the session', async () => {
  localStorage.clear();
  const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  setSession(session);
  const network = new StubNetwork({ 'POST /auth/refresh': { body: session } });
  const tab = await openTab();
  await tab.start();
  expect(tab.getSession().status).toBe('signedIn');
  expect(network.made('POST /auth/refresh')).toHaveLength(1);
  full.mockRestore();
});

it("R20 a tab that starts signed out ends nobody else's session", async () => {
  localStorage.clear();
  const told: unknown[] = [];
  const former = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends EventTarget {
    postMessage = (message: unknown) => void told.push(message);
  } as unknown as typeof BroadcastChannel;
  const tab = await openTab();
  await tab.start();
  expect(tab.getSession().status).toBe('signedOut');
  expect(told).toEqual([]);
  globalThis.BroadcastChannel = former;
});
