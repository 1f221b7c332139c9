/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor } from '@testing-library/react';
import { ids, refusal, StubNetwork, session } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(closeApp);

const workspace = {
  id: ids.workspace,
  name: 'Analytical',
  description: 'Engines',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  role: 'owner',
  projects: [],
};
const answers = {
  'POST /auth/login': { body: session },
  'POST /auth/logout': { status: 204 },
  'GET /workspaces/user': { body: [workspace] },
  [`GET /workspaces/${ids.workspace}`]: { body: workspace },
};

const signIn = async (user: Awaited<ReturnType<typeof openApp>>['user']) => {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'sign in' }));
};

describe('access (specification section 2)', () => {
  it('sends a visitor to login and afterwards to where they wanted to go, in the place of the login page', async () => {
    const before = window.history.length;
    const { user } = await openApp(new StubNetwork(answers), '/workspaces?q=1#end', { signedIn: false });
    expect(place()).toBe('/login');
    await signIn(user);
    expect(await screen.findByRole('heading', { name: 'Workspaces' })).toBeVisible();
    expect(place()).toBe('/workspaces?q=1#end');
    expect(window.history.length).toBe(before);
  });

  it('goes home after a login that began at the login page', async () => {
    const { user } = await openApp(new StubNetwork(answers), '/login', { signedIn: false });
    await signIn(user);
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('logs out with a bearer token, goes to login, and forgets the page for whoever comes next', async () => {
    const network = new StubNetwork(answers);
    const { user } = await openApp(network, '/workspaces');
    await user.click(screen.getByRole('link', { name: 'Log out' }));
    await screen.findByRole('button', { name: 'sign in' });
    expect(place()).toBe('/login');
    const call = network.calls.find(({ path }) => path === '/auth/logout');
    expect(call?.headers).toMatchObject({ Authorization: `Bearer ${session.token}` });
    await signIn(user);
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('logs out although the server refuses', async () => {
    const network = new StubNetwork({ ...answers, 'POST /auth/logout': refusal(503, 'later') });
    const { user } = await openApp(network, '/workspaces');
    await user.click(screen.getByRole('link', { name: 'Log out' }));
    expect(await screen.findByRole('button', { name: 'sign in' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['workspaceId', '/workspaces/none'],
    ['workspaceId', '/workspace/11111111-1111-1111-8111-111111111111/users'],
    ['projectId', '/project/none'],
    ['projectId', '/project/none/settings'],
  ])('names a %s that is no UUID v4 in a toast and goes home after a deep link: %s', async (name, path) => {
    const network = new StubNetwork(answers);
    await openApp(network, path).catch(() => undefined);
    expect(await screen.findByText(`invalid param ${name}`)).toBeVisible();
    await waitFor(() => expect(place()).toBe('/'));
    expect(network.made().filter((call) => call.includes('none'))).toEqual([]);
  });

  it('shows the not found page with its way home', async () => {
    const { user } = await openApp(new StubNetwork(answers), '/no/such/page');
    expect(await screen.findByText('Not Found Page')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go back home' }));
    await waitFor(() => expect(place()).toBe('/'));
  });

  it('has login and register in the public header, home, workspaces, profile and log out in the other', async () => {
    const { user } = await openApp(new StubNetwork(answers), '/login', { signedIn: false });
    expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/registration');
    await signIn(user);
    expect(await screen.findByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/user');
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Workspaces' })).toHaveAttribute('href', '/workspaces');
    expect(screen.getByRole('link', { name: 'Log out' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Register' })).not.toBeInTheDocument();
  });
});
