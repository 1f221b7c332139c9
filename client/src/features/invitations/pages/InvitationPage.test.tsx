/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor } from '@testing-library/react';
import { type Answer, ids, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(closeApp);

const GET = 'GET /invitations/the-secret';
const ACCEPT = 'POST /invitations/the-secret/accept';
const preview = {
  workspaceName: 'Bikes',
  projectName: null,
  invitedBy: { firstName: 'Ada', surname: 'Byron' },
  roleId: 'member',
  projectRoleId: null,
  email: null,
  expiresAt: new Date(2030, 0, 1).toISOString(),
};
const down = () => {
  throw new TypeError('Failed to fetch');
};

test('an automatic join that fails says why, not that the link is invalid, and is tried again', async () => {
  const network = new StubNetwork({
    [GET]: refusal(404, 'Not valid', { code: 'invalid_link' }),
    [ACCEPT]: down,
  });
  const { user } = await openApp(network, '/invitation#the-secret');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached');
  expect(screen.queryByText('This link is not valid')).not.toBeInTheDocument();
  network.answer({ [ACCEPT]: { body: { workspaceId: ids.workspace, projectId: null } } });
  await user.click(again);
  await waitFor(() => expect(place()).toBe(`/workspaces/${ids.workspace}`));
});

test('an invitation that could not be loaded is loaded again', async () => {
  const network = new StubNetwork({ [GET]: down });
  const { user } = await openApp(network, '/invitation#the-secret', { signedIn: false });
  const again = await screen.findByRole('button', { name: 'Try again' });
  network.answer({ [GET]: { body: preview } });
  await user.click(again);
  expect(await screen.findByText('Ada Byron invites you to “Bikes” on Livelane.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('another invitation that is opened in the same tab is not accepted under the name of the former one', async () => {
  let give: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => {
    give = resolve;
  });
  const network = new StubNetwork({ [GET]: { body: preview }, 'GET /invitations/another': () => answer });
  await openApp(network, '/invitation#the-secret');
  expect(await screen.findByText(/“Bikes”/)).toBeVisible();
  await act(async () => {
    window.history.pushState(null, '', '/invitation#another');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitFor(() => expect(network.made()).toContain('GET /invitations/another'));
  expect(screen.queryByText(/“Bikes”/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Accept the invitation' })).not.toBeInTheDocument();
  give({ body: { ...preview, workspaceName: 'Trains' } });
  expect(await screen.findByText(/“Trains”/)).toBeVisible();
});

test('whoever is signed in with another account logs out there, and joins with the invited one', async () => {
  const email = 'bob@example.org';
  const network = new StubNetwork({
    [GET]: { body: { ...preview, email } },
    'POST /auth/logout': { status: 204 },
  });
  const { user } = await openApp(network, '/invitation#the-secret');
  expect(await screen.findByText(/^This invitation is for .*bob@example\.org/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue(email);
  expect(screen.getByRole('link', { name: 'I have an account: log in and join' })).toBeVisible();
  expect(place()).toBe('/invitation#the-secret');
  expect(network.made('POST')).toEqual(['POST /auth/logout']);
});

test('whoever is signed in can join by a link with another account', async () => {
  const network = new StubNetwork({ [GET]: { body: preview }, 'POST /auth/logout': { status: 204 } });
  const { user } = await openApp(network, '/invitation#the-secret');
  expect(await screen.findByRole('button', { name: 'Accept the invitation' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByRole('link', { name: 'I have an account: log in and join' })).toBeVisible();
  expect(place()).toBe('/invitation#the-secret');
  expect(network.made('POST')).toEqual(['POST /auth/logout']);
});

test('an invitation that lost its secret on the way is an invalid link, and nothing is asked for', async () => {
  const { network } = await openApp(new StubNetwork({}), '/invitation', { signedIn: false });
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(network.made('GET /invitations')).toEqual([]);
});

test('says in whole sentences as what one would join, and until when', async () => {
  const body = { ...preview, projectName: 'Checkout', projectRoleId: 'viewer' };
  await openApp(new StubNetwork({ [GET]: { body } }), '/invitation#the-secret', { signedIn: false });
  expect(
    await screen.findByText(
      'You would join the workspace as Member and the project as Viewer. Valid until 1 January 2030.',
    ),
  ).toBeVisible();
});
