/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { fireEvent, screen } from '@testing-library/react';
import { ada, refusal, StubNetwork } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(closeApp);

const field = (label: string) => screen.findByLabelText(label);

describe('registration (specification section 5)', () => {
  type User = Awaited<ReturnType<typeof openApp>>['user'];
  const fill = async (user: User, confirm = 'secret-1', submit = '{Enter}') => {
    await user.type(await field('First name'), 'Ada');
    await user.type(await field('Surname'), 'Byron');
    await user.type(await field('Email'), 'ada@example.org');
    await user.type(await field('Password'), 'secret-1');
    await user.type(await field('Confirm password'), confirm + submit);
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

  it('creates one account for two presses before the rules of the form have come', async () => {
    const network = new StubNetwork({ 'POST /auth/register': { status: 201, body: ada } });
    const { user } = await openApp(network, '/registration', { signedIn: false });
    await fill(user, 'secret-1', '');
    const form = screen.getByRole('form', { name: 'Create your account' });
    for (let press = 0; press < 2; press++) fireEvent.submit(form);
    expect(await screen.findByRole('button', { name: 'sign in' })).toBeVisible();
    expect(network.made()).toEqual(['POST /auth/register']);
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
