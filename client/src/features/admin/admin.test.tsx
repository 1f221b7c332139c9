/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { chooseLanguage } from '#i18n/language.store';
import { setSession } from '#lib/session';
import { type Answer, refusal, StubNetwork, session } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(closeApp);
afterEach(() => chooseLanguage('en-GB'));

const NONE = { body: { items: [], next: null } };
const calls = {
  'GET /admin/users?': NONE,
  'GET /admin/workspaces?ownerless=true': NONE,
  'GET /admin/audit?': NONE,
  'GET /admin/system': {
    body: {
      version: '1.2.3',
      nodes: [
        { id: 'a', version: '1.2.3', seenAt: '2026-03-01T10:00:00.000Z' },
        { id: 'b', version: '1.2.2', seenAt: '2026-03-01T10:00:00.000Z' },
      ],
      storageBytes: 12_300_000,
      ops: 4567,
      mail: { queued: 3, failing: 2 },
    },
  },
};

async function openAsAdmin(path: string, network: StubNetwork) {
  const opened = await openApp(network, '/');
  act(() => setSession({ ...session, user: { ...session.user, isAdmin: true } }));
  window.history.pushState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  return opened;
}

it('each part says that it is empty', async () => {
  const { user } = await openAsAdmin('/admin', new StubNetwork(calls));
  expect(await screen.findByText('Nobody found')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Workspaces' }));
  expect(await screen.findByText('Every workspace has an owner')).toBeVisible();
  expect(screen.queryByText(/Nobody who can log in owns/)).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Audit log' }));
  expect(await screen.findByText('Nothing found')).toBeVisible();
});

it('each part says that it could not be loaded, and is asked for again', async () => {
  const wrong = refusal(400, 'Not like this', { code: 'invalid_input' });
  const network = new StubNetwork({
    'GET /admin/users?': wrong,
    'GET /admin/workspaces?ownerless=true': wrong,
    'GET /admin/audit?': wrong,
    'GET /admin/system': wrong,
  });
  const { user } = await openAsAdmin('/admin', network);
  for (const [tab, text] of [
    ['Workspaces', /The workspaces could not be loaded/],
    ['System', /The system status could not be loaded/],
    ['Audit log', /The audit log could not be loaded/],
    ['People', /People could not be loaded/],
  ] as const) {
    await user.click(await screen.findByRole('tab', { name: tab }));
    expect(await screen.findByText(text)).toBeVisible();
  }
  network.answer(calls);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nobody found')).toBeVisible();
});

it('the search for people is in the address, and there again on the way back', async () => {
  const network = new StubNetwork({ ...calls, 'GET /admin/users?search=max': NONE });
  const { user } = await openAsAdmin('/admin', network);
  await user.type(await screen.findByRole('searchbox'), 'max');
  await waitFor(() => expect(place()).toBe('/admin?q=max'));
  await user.click(screen.getByRole('tab', { name: 'Audit log' }));
  expect(await screen.findByText('Nothing found')).toBeVisible();
  act(() => window.history.back());
  expect(await screen.findByRole('searchbox')).toHaveValue('max');
});

it('the system tells its figures, versions that differ and mails that fail', async () => {
  await openAsAdmin('/admin?part=system', new StubNetwork(calls));
  expect(await screen.findByText('12.3 MB')).toBeVisible();
  expect(screen.getByText('4,567')).toBeVisible();
  expect(screen.getByText('The nodes run different versions.')).toBeVisible();
  expect(screen.getAllByText(/Last seen 1 Mar 2026/)).toHaveLength(2);
  expect(screen.getByText(/2 emails could not be sent/)).toBeVisible();
});

it('the audit log tells its times in UTC, as its filter asks for them', async () => {
  const line = {
    id: '7d5f2f38-7f0c-4a86-9a0d-3f7a4f1b2c12',
    at: '2026-03-01T23:30:00.000Z',
    event: 'auth.login',
    actorId: null,
    userId: null,
    address: null,
    details: {},
  };
  const network = new StubNetwork({ ...calls, 'GET /admin/audit?': { body: { items: [line], next: null } } });
  await openAsAdmin('/admin?part=audit', network);
  expect(await screen.findByText('1 Mar 2026, 23:30:00 UTC')).toBeVisible();
});

it('asks nothing for someone who is no administrator', async () => {
  const network = new StubNetwork(calls);
  await openApp(network, '/admin');
  expect(await screen.findByRole('heading', { name: 'Not Found Page' })).toBeVisible();
  expect(network.made('GET /admin')).toEqual([]);
});

const person = {
  id: '7d5f2f38-7f0c-4a86-9a0d-3f7a4f1b2c11',
  firstName: 'Bob',
  surname: 'Test',
  email: 'bob@example.org',
  createdAt: '2026-03-01T10:00:00.000Z',
  lastSeenAt: '2026-03-01T10:00:00.000Z',
  isDeactivated: false,
  isAdmin: false,
};

it('a button that changes an account stays enabled meanwhile: it would lose the focus', async () => {
  let arrive: (answer: Answer) => void = () => undefined;
  const network = new StubNetwork({
    ...calls,
    'GET /admin/users?': { body: { items: [{ ...person, isDeactivated: true }], next: null } },
    [`POST /admin/users/${person.id}/reactivate`]: () =>
      new Promise<Answer>((resolve) => {
        arrive = resolve;
      }),
  });
  const { user } = await openAsAdmin('/admin', network);
  const button = await screen.findByRole('button', { name: 'Reactivate Bob Test' });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  expect(button).toBeEnabled();
  fireEvent.click(button);
  expect(network.made('POST /admin')).toHaveLength(1);
  await act(async () => arrive({ status: 204 }));
});

it('where someone is signed in is told in the language of the reader', async () => {
  const there = {
    id: '0b1c7a3e-5e0d-4a51-8f0e-2a4b6c8d9e10',
    device: 'Firefox on Linux',
    address: '192.0.2.1',
    createdAt: '2026-03-01T10:00:00.000Z',
    lastSeenAt: '2026-03-01T10:00:00.000Z',
    isCurrent: false,
  };
  const network = new StubNetwork({
    ...calls,
    'GET /admin/users?': { body: { items: [person], next: null } },
    [`GET /admin/users/${person.id}/sessions`]: { body: [there] },
  });
  const { user } = await openAsAdmin('/admin', network);
  await act(() => chooseLanguage('de'));
  await user.click(await screen.findByRole('button', { name: 'Anmeldungen von Bob Test' }));
  expect(await screen.findByText('Firefox unter Linux')).toBeVisible();
});
