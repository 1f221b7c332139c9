/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor } from '@testing-library/react';
import { getSession, setSession } from '#lib/session';
import { ada, ids, refusal, StubNetwork, session, token } from '#test/network';
import { closeApp, openApp, place } from '#test/open';
import { getToast } from '#ui/toast/toast.store';

afterEach(closeApp);
afterEach(() => void Reflect.deleteProperty(window, 'matchMedia'));

const field = (label: string) => screen.findByLabelText(label);

describe('profile (specification sections 2, 4 and 5)', () => {
  const noSessions = { [`GET /users/${ids.ada}/sessions`]: { body: [] } };

  it('shows initials, full name, email and id', async () => {
    await openApp(new StubNetwork(), '/user');
    expect(await screen.findByText('AB', { selector: 'main *' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Ada Byron' })).toBeVisible();
    expect(screen.getByText('ada@example.org')).toBeVisible();
    expect(screen.getByText(ids.ada)).toBeVisible();
  });

  it('succeeds without a call when nothing changed', async () => {
    const { user, network } = await openApp(new StubNetwork(), '/user');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User updated')).toBeVisible();
    expect(network.made('PUT')).toEqual([]);
  });

  it('saves a change; the answer is the current user from then on', async () => {
    const network = new StubNetwork({
      [`PUT /users/${ids.ada}`]: { body: { ...ada, firstName: 'Augusta' } },
    });
    const { user } = await openApp(network, '/user');
    await user.clear(await field('First name'));
    await user.type(await field('First name'), 'Augusta');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Augusta Byron' })).toBeVisible();
    expect(screen.getByText('User updated')).toBeVisible();
    expect(network.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      firstName: 'Augusta',
      surname: 'Byron',
      email: 'ada@example.org',
      base: { firstName: 'Ada', surname: 'Byron', email: 'ada@example.org' },
    });
  });

  it('leaves the focus in the form when the current address is kept', async () => {
    const pending = { ...ada, pendingEmail: 'new@example.org' };
    const network = new StubNetwork({ ...noSessions, [`PUT /users/${ids.ada}`]: { body: ada } });
    const { user } = await openApp(network, '/user');
    act(() => setSession({ ...session, user: pending }));
    await user.click(await screen.findByRole('button', { name: 'Keep the current address' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus());
    expect(network.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      base: { pendingEmail: 'new@example.org' },
    });
  });

  it('shows why a change failed', async () => {
    const network = new StubNetwork({
      ...noSessions,
      [`PUT /users/${ids.ada}`]: refusal(409, 'Email is taken'),
    });
    const { user } = await openApp(network, '/user');
    await user.type(await field('Email'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error updating user: Email is taken');
  });

  const changePassword = async (
    user: Awaited<ReturnType<typeof openApp>>['user'],
    [old, fresh, confirm]: readonly [string, string, string],
  ) => {
    if (old) await user.type(await field('Old password'), old);
    if (fresh) await user.type(await field('New password'), fresh);
    if (confirm) await user.type(await field('Confirm new password'), confirm);
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
  };

  it('warns in a tooltip that a new password logs out', async () => {
    const { user } = await openApp(new StubNetwork(), '/user');
    await user.hover(await screen.findByRole('button', { name: 'Change password' }));
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'You will be logged out after changing your password.',
    );
  });

  it('warns in a text where a finger is used, which opens no tooltip', async () => {
    window.matchMedia = (media) =>
      ({
        media,
        matches: media === '(pointer: coarse)',
        addListener: () => undefined,
        removeListener: () => undefined,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList;
    await openApp(new StubNetwork(), '/user');
    expect(await screen.findByText('You will be logged out after changing your password.')).toBeVisible();
  });

  it('logs out and goes to login after a new password', async () => {
    const path = `/users/${ids.ada}/password`;
    const network = new StubNetwork({ [`PUT ${path}`]: { status: 204 } });
    const { user } = await openApp(network, '/user');
    await changePassword(user, ['old-one', 'new-one', 'new-one']);
    expect(await screen.findByRole('button', { name: 'sign in' })).toBeVisible();
    expect(screen.getByText('Password updated')).toBeVisible();
    expect(place()).toBe('/login');
    expect(getSession().user).toBeNull();
    expect(network.calls.find((call) => call.path === path)?.body).toEqual({
      oldPassword: 'old-one',
      newPassword: 'new-one',
      newPasswordConfirm: 'new-one',
    });
  });

  it('says "all fields required" when old and new password are empty', async () => {
    const { user, network } = await openApp(new StubNetwork(), '/user');
    await changePassword(user, ['', '', '']);
    expect(await screen.findByText('all fields required')).toBeVisible();
    expect(network.made('PUT')).toEqual([]);
  });

  it.each([
    [['old-one', '12345', '12345'], 'New password', 'Password must be at least 6 characters long'],
    [['old-one', 'new-one', 'new-two'], 'Confirm new password', 'Passwords must match'],
    [['', 'new-one', 'new-one'], 'Old password', 'Old password is required'],
  ] as const)('refuses the passwords %j', async (passwords, label, text) => {
    const { user, network } = await openApp(new StubNetwork(), '/user');
    await changePassword(user, passwords);
    expect(await field(label)).toHaveAccessibleDescription(text);
    expect(network.made('PUT')).toEqual([]);
  });

  it('stays signed in when the old password is wrong', async () => {
    const network = new StubNetwork({
      ...noSessions,
      [`PUT /users/${ids.ada}/password`]: refusal(400, 'Old password is wrong'),
    });
    const { user } = await openApp(network, '/user');
    await changePassword(user, ['wrong-one', 'new-one', 'new-one']);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'error updating password: Old password is wrong',
    );
    expect(getSession().status).toBe('signedIn');
  });
});

type User = Awaited<ReturnType<typeof openApp>>['user'];

const bob = { token: token('of bob'), user: { ...ada, id: ids.bob, firstName: 'Bob' } };

/** Bob signs in while the server is still at work. */
const bobSignsIn = <Answer,>(answer: Answer) => {
  act(() => setSession(bob));
  return answer;
};

const type = async (user: User, label: string, text: string) =>
  user.type(await screen.findByLabelText(label), text);

it.each([
  [
    'a new name',
    `PUT /users/${ids.ada}`,
    { body: { ...ada, firstName: 'Augusta' } },
    (user: User) => type(user, 'First name', ' Augusta{Enter}'),
  ],
  [
    'a new password',
    `PUT /users/${ids.ada}/password`,
    { status: 204 },
    async (user: User) => {
      await type(user, 'Old password', 'old-one');
      await type(user, 'New password', 'new-one');
      await type(user, 'Confirm new password', 'new-one{Enter}');
    },
  ],
  [
    'a deletion',
    `DELETE /users/${ids.ada}`,
    { status: 204 },
    async (user: User) => {
      await user.click(await screen.findByRole('button', { name: 'Delete account…' }));
      await screen.findByText(/assigned/);
      await type(user, 'Password', 'old-one{Enter}');
    },
  ],
])('the late answer to %s leaves alone who has signed in meanwhile', async (_, call, answer, ask) => {
  const network = new StubNetwork({
    [`GET /users/${ids.ada}/deletion`]: { body: { lastOwnerOf: [], assignedTasks: 2 } },
    [call]: () => bobSignsIn(answer),
  });
  const { user } = await openApp(network, '/user');
  await ask(user);
  await waitFor(() => expect(network.made(call)).toHaveLength(1));
  // What follows from the answer happens in this turn of the loop.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(getSession()).toEqual({ status: 'signedIn', ...bob });
  expect(getToast()).toBeNull();
});

it('a password that is refused after the sessions have ended says so on the login page', async () => {
  const call = `PUT /users/${ids.ada}/password`;
  const network = new StubNetwork({
    [call]: () => {
      act(() => setSession(null));
      return { status: 503, body: { message: 'Unavailable', code: 'unavailable', requestId: '' } };
    },
  });
  const { user } = await openApp(network, '/user');
  await type(user, 'Old password', 'old-one');
  await type(user, 'New password', 'new-one');
  await type(user, 'Confirm new password', 'new-one{Enter}');
  await screen.findByRole('button', { name: 'sign in' });
  await waitFor(() => expect(getToast()).toMatchObject({ variant: 'destructive' }));
});
