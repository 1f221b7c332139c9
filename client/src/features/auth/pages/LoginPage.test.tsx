/** @jest-environment jsdom */
import '@testing-library/jest-dom';
import '#test/inlineStyles';
import { screen, waitFor, within } from '@testing-library/react';
import { getSession } from '#lib/session';
import { refusal, StubNetwork, session } from '#test/network';
import { closeApp, openApp } from '#test/open';

afterEach(closeApp);

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
