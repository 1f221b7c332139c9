/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor } from '@testing-library/react';
import { ada, ids, StubNetwork, session } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

const invitation = {
  workspaceName: 'Bikes',
  projectName: null,
  invitedBy: { firstName: 'Bob', surname: 'Bell' },
  roleId: 'member',
  projectRoleId: null,
  email: 'ada@example.org',
  expiresAt: '2030-01-01T00:00:00.000Z',
};
const closed = /^On this server, accounts are created by invitation only/;
const field = (label: string) => screen.findByLabelText(label);

beforeEach(() => {
  document.head.innerHTML = '<meta name="livelane-registration" content="invited" />';
});
afterEach(() => {
  closeApp();
  document.head.innerHTML = '';
});

test('says before the form that an account takes an invitation', async () => {
  await openApp(new StubNetwork(), '/registration', { signedIn: false });
  expect(await screen.findByText(closed)).toBeVisible();
  // For administrators.
  expect(screen.getByRole('form', { name: 'Create your account' })).toBeVisible();
});

test('an open server says nothing of invitations', async () => {
  document.head.innerHTML = '';
  const { user } = await openApp(new StubNetwork(), '/login', { signedIn: false });
  await user.click(await screen.findByRole('link', { name: 'Create one' }));
  expect(await screen.findByRole('form', { name: 'Create your account' })).toBeVisible();
  expect(screen.queryByText(closed)).not.toBeInTheDocument();
});

test('the login page leads nobody to a registration that is closed to them', async () => {
  await openApp(new StubNetwork(), '/login', { signedIn: false });
  expect(await screen.findByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create one' })).not.toBeInTheDocument();
});

test('whoever has an invitation registers with it, after a detour over the login page too', async () => {
  const network = new StubNetwork({
    'GET /invitations/the-secret': { body: invitation },
    'POST /auth/register': { status: 201, body: ada },
    'POST /auth/login': { body: session },
    'POST /invitations/the-secret/accept': { body: { workspaceId: ids.workspace, projectId: null } },
  });
  const { user } = await openApp(network, '/invitation#the-secret', { signedIn: false });
  await user.click(await screen.findByRole('link', { name: 'I have an account: log in and join' }));
  await user.click(await screen.findByRole('link', { name: 'Create one' }));
  await user.type(await field('First name'), 'Ada');
  await user.type(await field('Surname'), 'Byron');
  await user.type(await field('Password'), 'secret-1');
  await user.type(await field('Confirm password'), 'secret-1{Enter}');
  await user.type(await field('Password'), 'secret-1{Enter}');
  await waitFor(() => expect(place()).toBe(`/workspaces/${ids.workspace}`));
  expect(network.calls.find(({ path }) => path === '/auth/register')?.body).toMatchObject({
    email: 'ada@example.org',
    invitation: 'the-secret',
  });
});
