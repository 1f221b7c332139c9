/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { act, screen, waitFor, within } from '@testing-library/react';
import { getSession, setSession } from '#lib/session';
import { ada, ids, refusal, StubNetwork, session } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(closeApp);
afterEach(() => void Reflect.deleteProperty(window, 'matchMedia'));

/** An answer that the test triggers. */
function later() {
  let give: (value: { status?: number; body?: unknown }) => void = () => undefined;
  const answer = new Promise<{ status?: number; body?: unknown }>((resolve) => {
    give = resolve;
  });
  return { answer: () => answer, give };
}

const field = (label: string) => screen.findByLabelText(label);

describe('login (specification sections 2 and 5)', () => {
  it('describes the product in four paragraphs and asks for an email of that type and a password', async () => {
    await openApp(new StubNetwork(), '/login', { signedIn: false });
    expect(await field('Email')).toHaveAttribute('type', 'email');
    expect(await field('Password')).toHaveAttribute('type', 'password');
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.parentElement?.querySelectorAll('p')).toHaveLength(4);
  });

  it('names what is missing under each field and sends nothing', async () => {
    const { user, network } = await openApp(new StubNetwork(), '/login', { signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'sign in' }));
    expect(await field('Email')).toHaveAccessibleDescription('Email is required');
    expect(await field('Password')).toHaveAccessibleDescription('Password is required');
    expect(network.made()).toEqual([]);
  });

  it('says "signing in" while it is under way', async () => {
    const { answer, give } = later();
    const network = new StubNetwork({ 'POST /auth/login': answer });
    const { user } = await openApp(network, '/login', { signedIn: false });
    await user.type(await field('Email'), 'ada@example.org');
    await user.type(await field('Password'), 'secret{Enter}');
    const button = await screen.findByRole('button', { name: 'signing in' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(network.calls[0]?.body).toEqual({ email: 'ada@example.org', password: 'secret' });
    give({ body: session });
    await waitFor(() => expect(getSession().status).toBe('signedIn'));
  });

  it('leaves the focus on the button, which sends nothing twice', async () => {
    const { answer, give } = later();
    const network = new StubNetwork({ 'POST /auth/login': answer });
    const { user } = await openApp(network, '/login', { signedIn: false });
    await user.type(await field('Email'), 'ada@example.org');
    await user.type(await field('Password'), 'wrong-one');
    const button = screen.getByRole('button', { name: 'sign in' });
    button.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button).toHaveTextContent('signing in'));
    // Browsers take the focus from a button that is disabled.
    expect(button).toBeEnabled();
    await user.keyboard('{Enter}');
    expect(network.made()).toEqual(['POST /auth/login']);
    give(refusal(401, 'Email or password is wrong'));
    await screen.findByRole('alert');
    expect(button).toHaveFocus();
  });

  it('shows a failure in red beneath the form, with the words of the server', async () => {
    const network = new StubNetwork({ 'POST /auth/login': refusal(401, 'Email or password is wrong') });
    const { user } = await openApp(network, '/login', { signedIn: false });
    await user.type(await field('Email'), 'ada@example.org');
    await user.type(await field('Password'), 'wrong-one{Enter}');
    const form = screen.getByRole('form', { name: 'Log in' });
    const alert = await within(form).findByRole('alert');
    expect(alert).toHaveTextContent('Email or password is wrong');
    expect(alert).toBe(form.lastElementChild);
    expect(screen.getByRole('button', { name: 'sign in' })).toBeEnabled();
  });

  it('says so when there is no connection', async () => {
    const network = new StubNetwork();
    network.isDown = true;
    const { user } = await openApp(network, '/login', { signedIn: false });
    await user.type(await field('Email'), 'ada@example.org');
    await user.type(await field('Password'), 'secret{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/server cannot be reached/);
  });
});

describe('registration (specification section 5)', () => {
  const fill = async (user: Awaited<ReturnType<typeof openApp>>['user'], confirm = 'secret-1') => {
    await user.type(await field('First name'), 'Ada');
    await user.type(await field('Surname'), 'Byron');
    await user.type(await field('Email'), 'ada@example.org');
    await user.type(await field('Password'), 'secret-1');
    await user.type(await field('Confirm password'), `${confirm}{Enter}`);
  };

  it('creates the account and goes to login', async () => {
    const network = new StubNetwork({ 'POST /auth/register': { status: 201, body: ada } });
    const { user } = await openApp(network, '/registration', { signedIn: false });
    await fill(user);
    expect(await screen.findByRole('button', { name: 'sign in' })).toBeVisible();
    expect(place()).toBe('/login');
    expect(network.calls[0]?.body).toEqual({
      firstName: 'Ada',
      surname: 'Byron',
      email: 'ada@example.org',
      password: 'secret-1',
      password_confirm: 'secret-1',
    });
  });

  it('needs every field', async () => {
    const { user, network } = await openApp(new StubNetwork(), '/registration', { signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Create account' }));
    for (const [label, text] of [
      ['First name', 'First name is required'],
      ['Surname', 'Surname is required'],
      ['Email', 'Email is required'],
      ['Password', 'Password is required'],
      ['Confirm password', 'Password confirmation is required'],
    ] as const) {
      expect(await field(label)).toHaveAccessibleDescription(text);
    }
    expect(network.made()).toEqual([]);
  });

  it('needs both passwords to match', async () => {
    const { user, network } = await openApp(new StubNetwork(), '/registration', { signedIn: false });
    await fill(user, 'secret-2');
    expect(await field('Confirm password')).toHaveAccessibleDescription('Passwords must match');
    expect(network.made()).toEqual([]);
  });

  it('shows in red that the email is taken', async () => {
    const network = new StubNetwork({ 'POST /auth/register': refusal(409, 'Email is taken') });
    const { user } = await openApp(network, '/registration', { signedIn: false });
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Email is taken');
    expect(place()).toBe('/registration');
  });
});

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

describe('the links of mails', () => {
  const options = (mail: boolean) => ({
    'GET /auth/options': { body: { registration: 'open', mail, passwords: true, oidc: null } },
  });

  it('a forgotten password: asks for a link, and says the same whoever asks', async () => {
    const network = new StubNetwork({ ...options(true), 'POST /auth/forgot': { status: 204 } });
    const { user } = await openApp(network, '/login', { signedIn: false });
    await user.type(await field('Email'), 'Ada@example.or');
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    expect(await field('Email')).toHaveValue('Ada@example.or');
    await user.type(await field('Email'), '{Enter}');
    expect(await screen.findByText(/If there is an account with Ada@example\.or,/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try another address' }));
    await user.type(await field('Email'), 'g{Enter}');
    expect(await screen.findByText(/If there is an account with Ada@example\.org,/)).toBeVisible();
    const asked = network.calls.filter(({ path }) => path === '/auth/forgot');
    expect(asked.map(({ body }) => body)).toEqual([
      { email: 'Ada@example.or' },
      { email: 'Ada@example.org' },
    ]);
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Log in' }));
    expect(await screen.findByRole('form', { name: 'Log in' })).toBeVisible();
    expect(await field('Email')).toHaveValue('Ada@example.org');
  });

  it('a forgotten password: promises no mail where none is sent', async () => {
    await openApp(new StubNetwork(options(false)), '/forgot', { signedIn: false });
    expect(await screen.findByText(/does not send email/)).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });

  it('a new password ends the session here if it was of that account', async () => {
    const network = new StubNetwork({
      'POST /auth/reset': { status: 204 },
      'POST /auth/refresh': refusal(401, 'Log in again'),
    });
    const { user } = await openApp(network, '/reset#the-secret');
    await user.type(await field('Password'), 'another long one');
    await user.type(await field('Confirm password'), 'another long one{Enter}');
    await waitFor(() => expect(place()).toBe('/login'));
    expect(await screen.findByRole('form', { name: 'Log in' })).toBeVisible();
    expect(screen.getByText(/Your password has been changed/)).toBeVisible();
    expect(getSession().status).toBe('signedOut');
  });

  it('a new address is confirmed by a click, not by the mere look at the page', async () => {
    const network = new StubNetwork({ 'POST /auth/confirm': { status: 204 } });
    const { user } = await openApp(network, '/confirm#the-secret', { signedIn: false });
    expect(network.made('POST')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
    expect(await screen.findByText('Your new address is confirmed.')).toBeVisible();
    expect(network.calls.at(-1)?.body).toEqual({ secret: 'the-secret' });
    const way = within(screen.getByRole('main')).getByRole('link', { name: 'Log in' });
    expect(way).toHaveAttribute('href', '/login');
    // The button that was pressed is gone.
    expect(way).toHaveFocus();
  });

  it('whoever confirms a new address while signed in goes home from there', async () => {
    const network = new StubNetwork({
      'POST /auth/confirm': { status: 204 },
      'POST /auth/refresh': { body: session },
    });
    const { user } = await openApp(network, '/confirm#the-secret');
    await user.click(await screen.findByRole('button', { name: 'Confirm address' }));
    const way = await within(screen.getByRole('main')).findByRole('link', { name: 'Home' });
    expect(way).toHaveAttribute('href', '/');
  });

  it('a new address that waits is named in the profile, and can be withdrawn', async () => {
    const pending = { ...ada, pendingEmail: 'new@example.org' };
    const network = new StubNetwork({
      [`PUT /users/${ids.ada}`]: ({ body }) => ({
        body: (body as { email: string }).email === ada.email ? ada : pending,
      }),
    });
    const { user } = await openApp(network, '/user');
    const email = await screen.findByLabelText('Email');
    await user.clear(email);
    await user.type(email, 'new@example.org{Enter}');
    expect(await screen.findByText(/sent an email to new@example.org/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep the current address' }));
    await waitFor(() => expect(screen.queryByText(/sent an email to/)).not.toBeInTheDocument());
  });
});
