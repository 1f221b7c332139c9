/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor, within } from '@testing-library/react';
import { getSession } from '#lib/session';
import { ada, ids, refusal, StubNetwork, session } from '#test/network';
import { closeApp, openApp, place } from '#test/open';

afterEach(closeApp);

const field = (label: string) => screen.findByLabelText(label);

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
