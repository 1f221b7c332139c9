/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import type { Notification, NotificationSettings } from '@livelane/shared/notifications/notification.schema';
import { notificationReasons } from '@livelane/shared/notifications/notification.schema';
import { uuid } from '@livelane/shared/values/uuid.fixture';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answer, ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(closeApp);

const bob = { id: ids.bob, firstName: 'Bob', surname: 'Stone' };
const notice = (n: number, more: Partial<Notification>): Notification => ({
  id: uuid(n),
  reason: 'comment',
  workspaceId: ids.workspace,
  projectId: ids.project,
  taskId: uuid(100),
  title: 'Checkout button',
  name: 'Web shop',
  actor: bob,
  at: '2026-03-01T10:00:00.000Z',
  readAt: null,
  ...more,
});
const { taskId: _none, ...aboutNoTask } = notice(4, {});
const items: Notification[] = [
  notice(1, { reason: 'mentioned' }),
  notice(2, { reason: 'overdue', taskId: uuid(101), title: 'Terms', actor: null }),
  notice(3, {}),
  { ...aboutNoTask, reason: 'removed', projectId: null, title: '', readAt: '2026-03-01T10:00:00.000Z' },
];
const page = { items, next: null, unread: 3 };
const lists = {
  'GET /notifications?': { body: page },
  'GET /notifications?unread=true&limit=1': { body: page },
  'POST /notifications/read': { status: 204 },
};

it('groups notifications by task, with a sentence for each, and leads to the comment', async () => {
  await openApp(new StubNetwork(lists), '/notifications');
  const links = await screen.findAllByRole('link', { name: /Checkout button|Terms|Web shop/ });
  expect(links.map(({ textContent }) => textContent)).toEqual(['Checkout button', 'Terms', 'Web shop']);
  const [first] = screen.getAllByRole('listitem');
  expect(within(first as HTMLElement).getByText(/Bob Stone mentioned you/)).toBeVisible();
  expect(within(first as HTMLElement).getByText(/Bob Stone commented/)).toBeVisible();
  expect(links[0]).toHaveAttribute('href', `/project/${ids.project}?task=${uuid(100)}`);
});

it('names the new role, where it is known', async () => {
  const changed = [
    notice(1, { reason: 'role_changed', roleId: 'viewer' }),
    notice(2, { reason: 'role_changed', taskId: uuid(101) }),
  ];
  await openApp(
    new StubNetwork({ ...lists, 'GET /notifications?': { body: { ...page, items: changed } } }),
    '/notifications',
  );
  expect(await screen.findByText('Bob Stone changed your role to Viewer')).toBeVisible();
  expect(screen.getByText('Bob Stone changed your role')).toBeVisible();
});

it('is read, muted and walked through by the keyboard', async () => {
  const network = new StubNetwork({
    ...lists,
    [`PUT /tasks/${uuid(101)}/following`]: { body: { mode: 'mute', isFollowing: false } },
  });
  const { user } = await openApp(network, '/notifications');
  const [first, second] = await screen.findAllByRole('link', { name: /Checkout button|Terms/ });
  act(() => first?.focus());
  await user.keyboard('e');
  const bodies = () =>
    network.calls.filter(({ path }) => path === '/notifications/read').map(({ body }) => body);
  await waitFor(() => expect(bodies()).toEqual([{ ids: [uuid(1), uuid(3)] }]));
  await user.keyboard('j');
  expect(second).toHaveFocus();
  await user.keyboard('m');
  await waitFor(() => expect(network.made('PUT /tasks')).toEqual([`PUT /tasks/${uuid(101)}/following`]));
  expect(await screen.findByText(/you will only hear about mentions/)).toBeVisible();
  await user.keyboard('{ArrowUp}');
  expect(first).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(bodies()[1]).toEqual({ all: true }));
});

it('is walked through from anywhere on the page, and tells its keys', async () => {
  const { user } = await openApp(new StubNetwork(lists), '/notifications');
  const [first, second] = await screen.findAllByRole('link', { name: /Checkout button|Terms/ });
  await user.keyboard('j');
  expect(first).toHaveFocus();
  await user.keyboard('j');
  expect(second).toHaveFocus();
  // K of an Arabic keyboard.
  fireEvent.keyDown(second as HTMLElement, { key: 'ن', code: 'KeyK' });
  expect(first).toHaveFocus();
  await user.keyboard('?');
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(help.getByText('Mute')).toBeVisible();
  expect(help.queryByText('New task')).toBeNull();
  await user.keyboard('j');
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
});

it('focuses the link of what its tick has marked as read: a second Enter mutes nothing', async () => {
  const network = new StubNetwork(lists);
  const { user } = await openApp(network, '/notifications');
  const tick = await screen.findByRole('button', { name: 'Mark as read: Terms' });
  network.answer({
    'GET /notifications?': {
      body: { ...page, items: items.map((each) => ({ ...each, readAt: each.readAt ?? each.at })), unread: 0 },
    },
  });
  act(() => tick.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tick).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'Terms' })).toHaveFocus();
});

it('says that a task is muted, and unmutes it', async () => {
  const modes: unknown[] = [];
  const network = new StubNetwork({
    ...lists,
    [`PUT /tasks/${uuid(101)}/following`]: ({ body }) => {
      modes.push(body);
      return { body: { ...(body as object), isFollowing: false } };
    },
  });
  const { user } = await openApp(network, '/notifications');
  await user.click(await screen.findByRole('button', { name: 'Mute this task: Terms' }));
  await user.click(await screen.findByRole('button', { name: 'Unmute this task: Terms' }));
  expect(await screen.findByRole('button', { name: 'Mute this task: Terms' })).toBeVisible();
  expect(modes).toEqual([{ mode: 'mute' }, { mode: 'auto' }]);
  expect(screen.getByText(/^No longer muted/)).toBeVisible();
});

it('knows from the list which tasks are muted', async () => {
  const network = new StubNetwork({
    ...lists,
    'GET /notifications?': { body: { ...page, items: items.map((each) => ({ ...each, isMuted: true })) } },
    [`PUT /tasks/${uuid(101)}/following`]: { body: { mode: 'auto', isFollowing: true } },
  });
  const { user } = await openApp(network, '/notifications');
  await user.click(await screen.findByRole('button', { name: 'Unmute this task: Terms' }));
  expect(await screen.findByRole('button', { name: 'Mute this task: Terms' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Unmute this task: Checkout button' })).toBeVisible();
  expect(network.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ mode: 'auto' });
});

it('what is shown has an address, to which the browser comes back', async () => {
  const { user } = await openApp(new StubNetwork(lists), '/notifications');
  await user.click(await screen.findByRole('button', { name: 'Unread' }));
  await waitFor(() => expect(place()).toBe('/notifications?unread=true'));
  await user.click(await screen.findByRole('link', { name: 'Notification settings' }));
  await screen.findByRole('heading', { name: 'Notification settings' });
  act(() => window.history.back());
  expect(await screen.findByRole('button', { name: 'Unread' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(place()).toBe('/notifications'));
});

it('goes on to the next one where only unread ones are shown, and one is read', async () => {
  const isRead = new Set<string>();
  const network = new StubNetwork({
    ...lists,
    'GET /notifications?unread=true': () => ({
      body: { ...page, items: items.filter(({ id }) => !isRead.has(id)) },
    }),
    'POST /notifications/read': ({ body }) => {
      for (const id of (body as { ids: string[] }).ids) isRead.add(id);
      return { status: 204 };
    },
  });
  const { user } = await openApp(network, '/notifications');
  await user.click(await screen.findByRole('button', { name: 'Unread' }));
  const first = await screen.findByRole('link', { name: 'Checkout button' });
  act(() => first.focus());
  await user.keyboard('e');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Terms' })).toHaveFocus());
  expect(first).not.toBeInTheDocument();
});

it('marks all as read while some are unread, be they further down than the list goes', async () => {
  const read = items.map((each) => ({ ...each, readAt: each.at }));
  const further = { items: read, next: 'further', unread: 3 };
  const network = new StubNetwork({
    ...lists,
    'GET /notifications?': { body: further },
    'GET /notifications?unread=true&limit=1': { body: further },
  });
  const { user } = await openApp(network, '/notifications');
  await screen.findByRole('link', { name: 'Terms' });
  const button = screen.getByRole('button', { name: 'Mark all as read' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  network.answer({ 'GET /notifications?unread=true&limit=1': { body: { ...further, unread: 0 } } });
  await user.click(button);
  const marked = () =>
    network.calls.filter(({ path }) => path === '/notifications/read').map(({ body }) => body);
  expect(marked()).toEqual([{ all: true }]);
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  // A disabled button would lose the focus.
  expect(button).toBeEnabled();
  fireEvent.click(button);
  expect(marked()).toHaveLength(1);
});

it('calls the list empty only at its end', async () => {
  const network = new StubNetwork({
    ...lists,
    'GET /notifications?': { body: { items: [], next: 'further', unread: 0 } },
    'GET /notifications?before=further': { body: { items: [], next: null, unread: 0 } },
  });
  const { user } = await openApp(network, '/notifications');
  const more = await screen.findByRole('button', { name: 'Show older' });
  expect(screen.queryByText(/Nothing new/)).not.toBeInTheDocument();
  await user.click(more);
  expect(await screen.findByText(/Nothing new/)).toBeVisible();
  expect(more).not.toBeInTheDocument();
});

it('goes on to the first older one, also where the button for more is gone', async () => {
  const older = notice(5, { taskId: uuid(102), title: 'Oldest' });
  let give: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  const network = new StubNetwork({
    ...lists,
    'GET /notifications?': { body: { ...page, next: 'further' } },
    'GET /notifications?before=further': () => answer,
  });
  const { user } = await openApp(network, '/notifications');
  const more = await screen.findByRole('button', { name: 'Show older' });
  await user.click(more);
  // A disabled button would lose the focus.
  expect(more).toBeEnabled();
  give({ body: { items: [older], next: null, unread: 3 } });
  await waitFor(() => expect(screen.getByRole('link', { name: 'Oldest' })).toHaveFocus());
  expect(more).not.toBeInTheDocument();
});

it('says why a notification is not muted or marked as read', async () => {
  const network = new StubNetwork({
    ...lists,
    [`PUT /tasks/${uuid(101)}/following`]: refusal(404, 'No such task'),
    'POST /notifications/read': refusal(409, 'Try again'),
  });
  const { user } = await openApp(network, '/notifications');
  const [, second] = await screen.findAllByRole('link', { name: /Checkout button|Terms/ });
  act(() => second?.focus());
  await user.keyboard('m');
  expect(await screen.findByText('No such task')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('Try again')).toBeVisible();
});

it('saves each wish at once', async () => {
  const settings: NotificationSettings = {
    language: 'en-GB',
    timeZone: 'Europe/Berlin',
    quietHours: null,
    digestAt: '08:00',
    reasons: Object.fromEntries(
      notificationReasons.map((reason) => [reason, { app: true, mail: 'now', push: true }]),
    ) as NotificationSettings['reasons'],
  };
  const network = new StubNetwork({
    'GET /notifications/settings': { body: settings },
    'GET /auth/options': { body: { registration: 'open', mail: true, passwords: true, oidc: null } },
    'PUT /notifications/settings': { body: settings },
  });
  const { user } = await openApp(network, '/notifications/settings');
  const saved = () =>
    network.calls
      .filter(({ method, path }) => method === 'PUT' && path === '/notifications/settings')
      .map(({ body }) => body);
  const [app] = await screen.findAllByRole('checkbox', { name: 'In the app' });
  await user.click(app as HTMLElement);
  // The account's language and time zone may be saved after it.
  await waitFor(() => expect(saved()).toContainEqual({ reasons: { mentioned: { app: false } } }));
});
