/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor } from '@testing-library/react';
import { isLeavingSession, leaveSession } from '#lib/session';
import { ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

const invitation = {
  workspaceName: 'Bikes',
  projectName: null,
  invitedBy: { firstName: 'Ada', surname: 'Byron' },
  roleId: 'member',
  projectRoleId: null,
  email: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
};
const network = () => new StubNetwork({ 'GET /invitations/the-secret': { body: invitation } });
const start = (to: string) => `/v1/auth/oidc/start?to=${encodeURIComponent(to)}`;

beforeEach(() => {
  document.head.innerHTML = '<meta name="livelane-provider" content="Example" data-only />';
});
afterEach(() => {
  closeApp();
  document.head.innerHTML = '';
});

test.each([
  [
    'an invitation leads through the provider and back to itself',
    '/invitation#the-secret',
    '/invitation#the-secret',
  ],
  ['the page of the registration leads to the provider', '/registration', '/'],
])('where accounts are the provider’s, %s', async (_, path, to) => {
  await openApp(network(), path, { signedIn: false });
  expect(await screen.findByRole('link', { name: 'Continue with Example' })).toHaveAttribute(
    'href',
    start(to),
  );
  expect(screen.queryByRole('form', { name: 'Create your account' })).not.toBeInTheDocument();
});

test('whoever has joined at the provider, and comes back, sees the workspace', async () => {
  const network = new StubNetwork({
    'GET /invitations/the-secret': refusal(404, 'Not valid', { code: 'invalid_link' }),
    'POST /invitations/the-secret/accept': { body: { workspaceId: ids.workspace, projectId: null } },
  });
  await openApp(network, '/invitation#the-secret');
  await waitFor(() => expect(place()).toBe(`/workspaces/${ids.workspace}`));
});

test('a link that is not valid says so to whoever is signed in', async () => {
  const refused = refusal(404, 'Not valid', { code: 'invalid_link' });
  const network = new StubNetwork({
    'GET /invitations/the-secret': refused,
    'POST /invitations/the-secret/accept': refused,
  });
  await openApp(network, '/invitation#the-secret');
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(network.made('POST /invitations')).toHaveLength(1);
});

test('whoever goes to the provider again is not the one whose logout was not answered', async () => {
  const { user } = await openApp(network(), '/login', { signedIn: false });
  leaveSession();
  expect(isLeavingSession()).toBe(true);
  // jsdom goes nowhere.
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('click', stay);
  await user.click(await screen.findByRole('link', { name: 'Continue with Example' }));
  window.removeEventListener('click', stay);
  expect(isLeavingSession()).toBe(false);
});
